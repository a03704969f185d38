import { setTimeout as delay } from 'node:timers/promises';
import { type Benchmark, milliseconds, percentile, type Row } from './benchmark.ts';
import { type Installation, withInstallation } from './installation.ts';

/** Common words come first; each is as frequent as its place is low, as words of real names are. */
const nouns =
  'lamp chair table shirt camera printer monitor speaker bottle backpack notebook headset keyboard jacket teapot carpet scanner tripod charger hammock';
const adjectives =
  'black white compact digital wireless wooden portable folding organic vintage professional waterproof adjustable magnetic ergonomic reversible';
const brands = 'Canon Philips Kettler Lumina Nordwand Samsonite Brother Logitech Tramontina Zeiss';

/**
 * Fills the table in one statement. Search texts are left to the server, which makes them as it does after an upgrade.
 * Products have a model such as `KX-4711`, an MPN, and in every tenth a German name.
 */
const fillProducts = `
  insert into product (workspace_id, id, sku, type, status, version, name, brand, gtin, mpn, search, tags, currency, price,
    completeness, has_images, created_at, updated_at, document, completeness_details)
  select $1::uuid, p.id, sku, 'simple', status, 1, name, brand, null, mpn, '', '{}', 'EUR', i % 1000, i % 101, i % 2 = 0,
    now(), now() - i::bigint * 7919 % 10000019 * interval '1 second',
    json_build_object('id', p.id, 'sku', sku, 'name', name, 'brand', brand, 'gtin', null, 'mpn', mpn, 'status', status,
      'translations', case when i % 10 = 0 then json_build_object('de', json_build_object('name', 'Leuchte ' || model))
        else '{}'::json end, 'description', repeat(md5(i::text), 30)), '{}'
  from (
    select i, gen_random_uuid() as id, 'ART-' || lpad(i::text, 8, '0') as sku, model, brand,
      'MP.' || lpad(to_hex(i * 7), 7, '0') as mpn, (array['draft', 'approved', 'approved', 'archived'])[1 + i % 4] as status,
      concat_ws(' ', brand, adjective, noun, model) as name
    from (
      select i, chr(65 + i % 26) || chr(65 + i / 26 % 26) || '-' || (i % 9973) as model,
        (string_to_array($4, ' '))[1 + i % 10] as brand,
        (string_to_array($3, ' '))[1 + floor(16 * power((i::bigint * 7907 % 10007) / 10007.0, 2))::int] as adjective,
        (string_to_array($2, ' '))[1 + floor(20 * power((i::bigint * 7919 % 10009) / 10009.0, 2))::int] as noun
      from generate_series(1, $5::int) as i
    ) as words
  ) as p`;

/** What people type, by what is hard about it. */
const queries: readonly (readonly [what: string, query: Readonly<Record<string, string>>])[] = [
  ['a SKU', { q: 'ART-00000777' }],
  ['a SKU without separators', { q: 'art00000777' }],
  ['the start of a SKU', { q: 'art-000007' }],
  ['the end of a SKU', { q: '00077' }],
  ['an MPN', { q: 'MP.00015ef' }],
  ['a model', { q: 'KX-777' }],
  ['a model without separators', { q: 'kx777' }],
  ['a model in two words', { q: 'kx 777' }],
  ['the most common word', { q: 'lamp' }],
  ['a less common word', { q: 'hammock' }],
  ['part of a word', { q: 'amer' }],
  ['the start of a word', { q: 'print' }],
  ['two common words', { q: 'black lamp' }],
  ['three words', { q: 'canon compact camera' }],
  ['two less common words', { q: 'reversible hammock' }],
  ['a common word and a model', { q: 'lamp kx-777' }],
  ['a brand with a typo', { q: 'samsonit reversibel hammock' }],
  ['a word with a typo', { q: 'tripodd zeis reversibel' }],
  ['a name in a language', { q: 'leuchte kx', locale: 'de' }],
  ['a common word and a status', { q: 'black', status: 'archived' }],
];

/** Searches by relevance, one after the other, as one person types them; their totals are known after the first. */
export const search: Benchmark = {
  name: 'search',
  measure: (scale) =>
    withInstallation(scale, async (installation) => {
      const products = scale.products ?? scale.pick(100_000, 300);
      await fill(installation, products);
      scale.say(`filled ${products} products`);
      const rows: Row[] = [];
      for (const [what, query] of queries) {
        const times = await timesOf(installation, query, scale.pick(60, 3));
        rows.push({ work: `${what}: p50`, unit: 'ms', ours: percentile(times, 0.5) });
        rows.push({ work: `${what}: p95`, unit: 'ms', ours: percentile(times, 0.95), aim: { atMost: 50 } });
        scale.say(
          `${what}: ${times.slice(0, 3).map(Math.round).join(', ')}, … p95 ${percentile(times, 0.95).toFixed(1)} ms`,
        );
      }
      return rows;
    }),
};

async function fill({ database, workspaceId }: Installation, products: number): Promise<void> {
  await database.query(fillProducts, [workspaceId, nouns, adjectives, brands, products]);
  await database.query('insert into search_refresh values ($1, gen_random_uuid(), null, now())', [workspaceId]);
  for (let left = 1; left > 0; ) {
    await delay(100);
    const { rows } = await database.query<{ left: number }>('select count(*)::int as left from search_refresh');
    left = rows[0]?.left ?? 0;
  }
  await database.query('vacuum analyze product');
}

async function timesOf(
  { server, headers }: Installation,
  query: Readonly<Record<string, string>>,
  count: number,
): Promise<number[]> {
  const url = `${server.url}/products?${new URLSearchParams({ ...query, sort: 'relevance' })}`;
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(
      await milliseconds(async () => {
        const response = await fetch(url, { headers });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
      }),
    );
  }
  return times;
}
