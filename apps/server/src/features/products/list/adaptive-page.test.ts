import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#testing/index.ts';
import { createReaderFixture, type ReaderFixture } from '#testing/products/reader-fixture.ts';
import { fewMatches, walkFor } from './adaptive-page.sql.ts';

/** Half of them match the filters below: more than are sorted in any case. */
const productCount = 2 * fewMatches + 400;

let fixture: ReaderFixture;

/**
 * The second half has the tag `last`, names behind all others, a weight of 2, and is in a collection. Each tenth product
 * has neither a name nor a price.
 */
const insertProducts = `
  insert into product (workspace_id, id, sku, type, status, version, name, search, tags, currency, price, completeness,
    has_images, created_at, updated_at, document, completeness_details)
  select $1, gen_random_uuid(), sku, 'simple', 'draft', 1,
    case when i % 10 > 0 then case when i > $2::int / 2 then 'z ' else 'a ' end || sku end, '',
    array[case when i > $2::int / 2 then 'last' else 'first' end], 'EUR', case when i % 10 > 0 then i end, 0, false,
    now(), now() - i * interval '1 second', json_build_object('sku', sku), '{}'
  from (select i, 'S-' || lpad(i::text, 4, '0') as sku from generate_series(1, $2::int) as i) as numbered`;

const insertMatches = [
  `insert into collection (workspace_id, id, code, name, position, created_at, updated_at)
   select $1, gen_random_uuid(), 'half', 'Half', 0, now(), now()`,
  `insert into collection_product select $1, c.id, p.id, 0 from collection c, product p
   where c.workspace_id = $1 and c.code = 'half' and p.workspace_id = $1 and 'last' = any(p.tags)`,
  `insert into attribute (workspace_id, id, code, label, type, localizable, required, is_unique, usable_as_axis,
     filter_progress, position, created_at, updated_at)
   select $1, gen_random_uuid(), 'heaviness', 'Heaviness', 'decimal', false, false, false, false, 100, 0, now(), now()`,
  `insert into product_number (workspace_id, product_id, attribute_id, value)
   select $1, p.id, a.id, case when 'last' = any(p.tags) then 2 else 1 end from attribute a, product p
   where a.workspace_id = $1 and a.code = 'heaviness' and p.workspace_id = $1`,
  'update workspace set catalog_version = catalog_version + 1 where id = $1',
];

beforeAll(async () => {
  fixture = await createReaderFixture();
  const { database, ctx } = fixture;
  await database.query(insertProducts, [ctx.workspace.id, productCount]);
  for (const statement of insertMatches) await database.query(statement, [ctx.workspace.id]);
  await database.query('vacuum analyze product');
});
afterAll(() => fixture.drop());

const matching = Array.from({ length: productCount / 2 }, (_, index) => productCount / 2 + index + 1);
const skuOf = (number: number) => `S-${String(number).padStart(4, '0')}`;
const isKeyed = (number: number) => number % 10 > 0;

async function allPages(query: Record<string, string>): Promise<{ byNumber: string[]; byCursor: string[] }> {
  const [byNumber, byCursor]: [string[], string[]] = [[], []];
  let page = 1;
  let cursor: string | null = null;
  for (let hasMore = true; hasMore; page += 1) {
    byNumber.push(...(await fixture.skus({ ...query, page: String(page) })));
    const { data, pagination } = await fixture.list({ ...query, ...(cursor !== null && { cursor }) });
    byCursor.push(...data.map(({ sku }) => sku));
    expect(pagination.total).toBe(matching.length);
    ({ hasMore, nextCursor: cursor } = pagination);
  }
  return { byNumber, byCursor };
}

describe('a list with a filter that no index has in its order', () => {
  // Forwards, the walk passes the names of all other products and ends before the page is full.
  it.each(['tag=last', 'collection=half', 'attributes.heaviness_min=2'])(
    'has each product once and in order, by page and by cursor: %s',
    async (filter) => {
      const query = { ...Object.fromEntries(new URLSearchParams(filter)), limit: '100' };
      for (const sort of ['name', 'price']) {
        const up = await allPages({ ...query, sort: `${sort}:asc` });
        const keyed = matching.filter(isKeyed).map(skuOf);
        expect(up.byNumber.slice(0, keyed.length)).toEqual(keyed);
        expect(up.byNumber.toSorted()).toEqual(matching.map(skuOf));
        expect(up.byCursor).toEqual(up.byNumber);
        const down = await allPages({ ...query, sort: `${sort}:desc` });
        expect(down.byNumber.slice(0, keyed.length)).toEqual(keyed.toReversed());
        expect(down.byNumber.slice(keyed.length)).toEqual(up.byNumber.slice(keyed.length).toReversed());
        expect(down.byCursor).toEqual(down.byNumber);
      }
    },
  );

  it('is complete when far fewer products match than when they were counted', async () => {
    const { database, ctx } = fixture;
    const query = { tag: 'first', sort: 'price:desc' };
    expect((await fixture.list({ ...query, limit: '1' })).pagination.total).toBe(productCount / 2);
    const rest = `update product set tags = '{}' where workspace_id = $1 and 'first' = any(tags) and sku > 'S-0003'`;
    await database.query(rest, [ctx.workspace.id]);
    expect(await fixture.skus(query)).toEqual(['S-0003', 'S-0002', 'S-0001']);
  });

  it('is counted once for each change of the products, whatever the page', async () => {
    const { database, ctx } = fixture;
    const list = (parameters: Record<string, string> = {}) =>
      countStatements(database, () => fixture.list({ tag: 'last', sort: 'sku:asc', limit: '4', ...parameters }));
    const counts = (texts: readonly string[]) =>
      texts.filter((text) => text.includes('count(*)::int as "total"')).length;
    // The first list counts what matches, the second one all products, if no other test has before.
    await list();
    await list();
    await fixture.merge({ sku: 'COUNTED', name: 'Counted', tags: ['last'] });
    const [first, ...later] = [await list(), await list({ page: '2' }), await list({ sort: 'name:desc' })];
    expect([first, ...later].map(({ texts }) => counts(texts))).toEqual([1, 0, 0]);
    expect([first, ...later].map(({ statements }) => statements)).toEqual([2, 1, 1]);
    expect(first?.result.pagination.total).toBe(matching.length + 1);
    await fixture.writer.delete(ctx, 'COUNTED');
    expect((await list()).result.pagination.total).toBe(matching.length);
  });
});

describe('walkFor', () => {
  it('returns 0 if sorting the products that match takes less', () => {
    expect(walkFor(51, 0, 1_000_000)).toBe(0);
    expect(walkFor(51, 5_000, 1_000_000)).toBe(0);
  });

  it('walks four times as far as it takes on average', () => {
    expect(walkFor(51, 25_000, 1_000_000)).toBe(8_192);
    expect(walkFor(51, 500_000, 1_000_000)).toBe(512);
  });
});
