import { part } from '../../src/features/products/search/search-text.ts';
import type { WorkspaceSettings } from '../../src/kernel/index.ts';
import type { Database } from '../../src/storage/index.ts';

const insertProducts = `
  insert into product (workspace_id, id, sku, type, status, version, parent_id, axis_key, name, brand, search, tags,
    category_id, currency, price, completeness, has_images, created_at, updated_at, document, completeness_details)
  select $1, id_of(i), 'SKU-' || lpad(i::text, 7, '0'),
    case when i % 10 = 0 then 'parent' when i % 10 < 4 then 'variant' else 'simple' end,
    (array['draft', 'in_review', 'approved', 'approved', 'approved', 'archived'])[1 + i % 6], 1,
    case when i % 10 between 1 and 3 then id_of(i - i % 10) end,
    case when i % 10 between 1 and 3 then format('["%s"]', i) end,
    case when i % 10 between 1 and 3 then null else 'Product ' || md5(i::text) end, 'Brand ' || i % 100,
    format('product %1$s sku-%2$s brand %3$s${part.words} product %1$s brand %3$s ${part.end}${part.whole}product%1$s${part.wholeEnd}${part.sku}sku%2$s${part.codeEnd}${part.joined}product%1$s',
      md5(i::text), lpad(i::text, 7, '0'), i % 100), array['t' || i % 40],
    (select c.id from category c where c.workspace_id = $1 order by c.id offset i % 40 limit 1), 'EUR',
    nullif(i::bigint * 7919 % 100000, 0) / 100.0, i % 101, i % 5 <> 0,
    now() - i::bigint * 7919 % 100003 * interval '1 second', now() - i::bigint * 104729 % 100003 * interval '1 second',
    format('{"id":"%s","description":"%s"}', i, repeat(md5(i::text), 80)), '{}'
  from generate_series(0, $2::int - 1) as i`;

/** Ids that a statement can compute from the number of a product. */
const idFunction = `
  create or replace function id_of(number bigint) returns uuid language sql immutable
  return ('01890a5d-ac96-774b-9000-' || lpad(to_hex(number), 12, '0'))::uuid`;

/**
 * Fills a workspace with many products of some 2.5 kB, searchable by name and SKU: 40 categories (`c0` …), tags and 100 brands, each with as
 * many products; parents with three variants; and ten collections (`k0` …) of every twentieth product.
 *
 * @returns the UUID of the first collection.
 */
export async function generateProducts(
  database: Database,
  workspace: WorkspaceSettings,
  count: number,
): Promise<string> {
  const values = [workspace.id];
  await database.query(idFunction);
  await database.query(
    `insert into category (workspace_id, id, code, name, position, created_at, updated_at)
     select $1, gen_random_uuid(), 'c' || i, 'c' || i, i, now(), now() from generate_series(0, 39) as i`,
    values,
  );
  await database.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await tx.query(insertProducts, [workspace.id, count]);
  });
  const { rows } = await database.query<{ id: string }>(
    `insert into collection (workspace_id, id, code, name, position, created_at, updated_at)
     select $1, gen_random_uuid(), 'k' || i, 'k' || i, i, now(), now() from generate_series(0, 9) as i returning id`,
    values,
  );
  const collections = rows.map(({ id }) => id);
  await database.query(
    `insert into collection_product
     select $1, c.id, id_of(i * 20), i from generate_series(0, $3::int / 20 - 1) as i, unnest($2::uuid[]) as c (id)`,
    [workspace.id, collections, count],
  );
  await database.query('update workspace set catalog_version = catalog_version + 1 where id = $1', values);
  // Commits are asynchronous here, and a vacuum skips rows whose commit is not on disk: their pages would not be marked
  // as all-visible, on which index-only scans depend.
  await database.query('checkpoint');
  for (const table of ['product', 'collection_product', 'category']) await database.query(`vacuum analyze ${table}`);
  return collections[0] ?? '';
}
