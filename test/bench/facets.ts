import { type Benchmark, milliseconds, percentile, type Row } from './benchmark.ts';
import { type Installation, withInstallation } from './installation.ts';

const insertAttributes = `
  insert into attribute (workspace_id, id, code, label, type, localizable, required, is_unique, usable_as_axis,
    filter_progress, position, created_at, updated_at)
  select $1, gen_random_uuid(), code, code, type, false, false, false, false, 100, 0, now(), now()
  from (values ('color', 'text'), ('model', 'text'), ('weight', 'decimal')) as a (code, type)`;

/** Ten colors, a model for each ten products, and a weight for each; ids are random, so that samples are fair. */
const insertProducts = `
  insert into product (workspace_id, id, sku, type, status, version, name, brand, search, tags, currency, completeness,
    has_images, attribute_keys, created_at, updated_at, document, completeness_details)
  select $1, gen_random_uuid(), 'P-' || i, 'simple', (array['draft', 'approved', 'approved', 'archived'])[1 + i % 4], 1,
    'Product ' || i, 'Brand ' || i % 100, 'product p-' || i, array['t' || i % 40], 'EUR', i % 101, true,
    array['color', 'model', 'weight', 'color=c' || i % 10, 'model=m' || i / 10, 'weight=' || i % 1000], now(),
    now() - i::bigint * 7919 % 10000019 * interval '1 second', '{"description":"' || repeat(md5(i::text), 60) || '"}', '{}'
  from generate_series(1, $2::int) as i`;

const insertNumbers = `
  insert into product_number (workspace_id, product_id, attribute_id, value)
  select p.workspace_id, p.id, a.id, substr(p.sku, 3)::int % 1000
  from product p join attribute a on a.workspace_id = p.workspace_id and a.code = 'weight' where p.workspace_id = $1`;

/** Filters by what is hard about them. */
const queries: readonly (readonly [what: string, path: string])[] = [
  ['a value of ten products', '/products?attributes.model=m7'],
  ['a value of a tenth of all', '/products?attributes.color=c3'],
  ['two such values', '/products?attributes.color=c3,c4'],
  ['such a value and a status', '/products?attributes.color=c3&status=draft'],
  ['a narrow range', '/products?attributes.weight_min=500&attributes.weight_max=501'],
  ['half of all by a range', '/products?attributes.weight_min=500'],
  ['a value and a range', '/products?attributes.color=c3&attributes.weight_max=200'],
  ['products with any value', '/products?attributes.color=__any__'],
  ['facets of ten products', '/product-facets?attributes.model=m7'],
  ['facets of a hundredth of all', '/product-facets?brand=Brand%207'],
  ['facets of all products', '/product-facets'],
];

/** Lists filtered by attributes, and their facets: of the latter the first time each, and while nothing changes. */
export const facets: Benchmark = {
  name: 'facets',
  measure: (scale) =>
    withInstallation(scale, async (installation) => {
      const products = scale.pick(100_000, 300);
      const { database, workspaceId } = installation;
      await database.query(insertAttributes, [workspaceId]);
      await database.query(insertProducts, [workspaceId, products]);
      await database.query(insertNumbers, [workspaceId]);
      await database.query('update workspace set catalog_version = catalog_version + 1 where id = $1', [workspaceId]);
      await database.query('vacuum analyze product, product_number');
      scale.say(`filled ${products} products`);
      const rows: Row[] = [];
      for (const [what, path] of queries) {
        const times = await timesOf(installation, path, scale.pick(60, 3));
        rows.push({ work: `${what}: first`, unit: 'ms', ours: times[0] ?? 0 });
        rows.push({ work: `${what}: p95`, unit: 'ms', ours: percentile(times.slice(1), 0.95), aim: { atMost: 50 } });
        scale.say(`${what}: first ${times[0]?.toFixed(1)} ms, p95 ${percentile(times.slice(1), 0.95).toFixed(1)} ms`);
      }
      return rows;
    }),
};

async function timesOf({ server, headers }: Installation, path: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(
      await milliseconds(async () => {
        const response = await fetch(server.url + path, { headers });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
      }),
    );
  }
  return times;
}
