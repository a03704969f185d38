import { createCountCache, createCursorCodec } from '@contract-kit/middleware';
import { ProductFacetsQuerySchema, ProductListQuerySchema } from '@product-content/contract';
import { catalogParts } from '../../src/catalog-parts.ts';
import { entities } from '../../src/entities.ts';
import { CachedCatalogReader, type CatalogSnapshot, PostgresCatalogLocks } from '../../src/features/catalog/index.ts';
import { FacetReader } from '../../src/features/products/facets/facet-reader.ts';
import { ProductReader } from '../../src/features/products/read/product-reader.ts';
import { spelledWords, spellingsOf } from '../../src/features/products/search/spelling.ts';
import { indexedNumbersOf, orderedAttributesOf } from '../../src/features/products/state/attribute-index.ts';
import { toProductColumns } from '../../src/features/products/state/document-columns.ts';
import { renderDocument } from '../../src/features/products/state/product-document.ts';
import { WorkspaceRepository } from '../../src/features/workspaces/index.ts';
import { encodeId, systemIds } from '../../src/kernel/index.ts';
import { outboxFollowers } from '../../src/outbox-followers.ts';
import { Database, Orm } from '../../src/storage/index.ts';
import { blocksOf, measuredPlan, nodesOf, type PlanNode, recordStatements } from './query-plans.ts';
import { shopProduct } from './shop-products.ts';
import { withoutIndexes } from './without-indexes.ts';

/** A shop with a given number of products in a migrated database, and how requests find them. */
export interface Shop {
  /**
   * Fills the empty workspace as the server would. Indexes are made afterwards, so that a million products take some
   * minutes. Nothing is known of them yet: neither statistics nor which pages everyone can see.
   */
  load(count: number): Promise<void>;
  /** Does what autovacuum does later. */
  settle(): Promise<void>;
  /**
   * What a list or facets read.
   *
   * @param path of a GET: `/products?…` or `/product-facets?…`.
   * @param next the page behind that of the path, by its cursor.
   */
  plan(path: string, next?: boolean): Promise<ShopPlan>;
  close(): Promise<void>;
}

export interface ShopPlan {
  /** Blocks of 8 KiB that are read while products do not change. */
  readonly blocks: number;
  /** Those of the first time after a change, with the total. */
  readonly firstBlocks: number;
  /** Which indexes were read with how many rows. */
  readonly text: string;
}

const rowsPerStatement = 2_000;

const catalogStatements = [
  `insert into attribute (workspace_id, id, code, label, type, localizable, required, is_unique, usable_as_axis,
     filter_progress, position, created_at, updated_at)
   select $1, gen_random_uuid(), code, code, type, false, false, false, false, 100, 0, now(), now()
   from (values ('color', 'text'), ('model', 'text'), ('weight', 'decimal')) as a (code, type)`,
  `insert into category (workspace_id, id, code, name, position, created_at, updated_at)
   select $1, gen_random_uuid(), 'c' || i, 'c' || i, i, now(), now() from generate_series(0, 39) as i`,
  'update workspace set catalog_version = catalog_version + 1 where id = $1',
];

const insertRows = (table: string) => `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`;

/** @param workspaceId UUID of a workspace without products, in the database of the URL. */
export async function openShop(url: string, workspaceId: string): Promise<Shop> {
  const orm = new Orm({ url, poolSize: 2, entities });
  const database = new Database(orm, { followers: outboxFollowers });
  const catalog = new CachedCatalogReader({ database, locks: new PostgresCatalogLocks(database), parts: catalogParts });
  return {
    load: (count) => load(database, catalog, workspaceId, count),
    settle: () => settle(database),
    async plan(path, next = false) {
      const workspace = await new WorkspaceRepository(database).findById(workspaceId);
      if (workspace === null) throw new Error(`There is no workspace ${workspaceId}.`);
      const { database: recorded, sent } = recordStatements(database);
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      const query = Object.fromEntries(searchParams);
      const counts = createCountCache();
      const cursors = createCursorCodec({ secret: 'a secret of the benchmarks' });
      const list = async (parameters: object) => {
        const reader = new ProductReader({ database: recorded, catalog, cursors, counts });
        return String((await reader.list({ workspace }, ProductListQuerySchema.parse(parameters))).json);
      };
      const plansOf = (read: () => Promise<unknown>) => {
        sent.length = 0;
        return read().then(() => Promise.all(sent.splice(0).map((statement) => measuredPlan(database, statement))));
      };
      const sum = (plans: readonly PlanNode[]) => plans.reduce((blocks, plan) => blocks + blocksOf(plan), 0);
      if (pathname === '/product-facets') {
        const reader = new FacetReader({ database: recorded, catalog, counts: createCountCache() });
        const plans = await plansOf(() => reader.list({ workspace }, ProductFacetsQuerySchema.parse(query)));
        return { blocks: sum(plans), firstBlocks: sum(plans), text: describePlans(plans) };
      }
      const first = await plansOf(() => list(query));
      const { nextCursor } = JSON.parse(await list(query)).pagination;
      const { page: _, ...parameters } = query;
      const plans = await plansOf(() => list(next ? { ...parameters, cursor: nextCursor } : query));
      return { blocks: sum(plans), firstBlocks: sum(first), text: describePlans(plans) };
    },
    close: () => orm.close(),
  };
}

function describePlans(plans: readonly PlanNode[]): string {
  const rows = new Map<string, number>();
  for (const node of plans.flatMap(nodesOf)) {
    const name = node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : undefined);
    const read = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
    if (name !== undefined && read > 0) rows.set(name, (rows.get(name) ?? 0) + read);
  }
  const most = [...rows].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return most.map(([name, count]) => `${name} ${count}`).join(', ');
}

async function load(
  database: Database,
  reader: CachedCatalogReader,
  workspaceId: string,
  count: number,
): Promise<void> {
  for (const statement of catalogStatements) await database.query(statement, [workspaceId]);
  const catalog = await reader.snapshot(workspaceId);
  await withoutIndexes(database, ['product', 'product_number', 'search_word'], async () => {
    const words = new Set<string>();
    let inserted: Promise<unknown> = Promise.resolve();
    for (let first = 1; first <= count; first += rowsPerStatement) {
      const slice = makeSlice({ workspaceId, catalog, words }, first, Math.min(count, first + rowsPerStatement - 1));
      // PostgreSQL inserts a slice while the next one is made.
      await inserted;
      inserted = insertSlice(database, slice);
    }
    await inserted;
    const vocabulary = [...words].map((word) => ({ workspace_id: workspaceId, word, spellings: spellingsOf(word) }));
    await database.query(insertRows('search_word'), [JSON.stringify(vocabulary)]);
  });
}

async function settle(database: Database): Promise<void> {
  const client = await database.orm.pool.connect();
  await client.query('set statement_timeout = 0');
  // A vacuum skips rows whose commit is not on disk yet.
  await client.query('checkpoint');
  await client.query('vacuum analyze product, product_number, search_word');
  client.release(true);
}

interface Filling {
  readonly workspaceId: string;
  readonly catalog: CatalogSnapshot;
  /** Collected on the way. */
  readonly words: Set<string>;
}

interface Slice {
  readonly products: readonly object[];
  readonly numbers: readonly object[];
}

function makeSlice({ workspaceId, catalog, words }: Filling, first: number, last: number): Slice {
  const ordered = orderedAttributesOf(catalog);
  const products: object[] = [];
  const numbers: object[] = [];
  for (let number = first; number <= last; number += 1) {
    const id = systemIds.next();
    const category = catalog.category(`c${number % 40}`);
    if (category === undefined) throw new Error('A shop has forty categories.');
    const current = shopProduct(number, id, { id: encodeId('category', category.id), code: category.code });
    const details = { required: 0, filled: 0, missing: [] };
    const columns = toProductColumns({ id, current, details }, null, catalog);
    products.push({ ...columns, document: renderDocument(current), workspace_id: workspaceId });
    for (const { attributeId, value } of indexedNumbersOf(current, ordered)) {
      numbers.push({ workspace_id: workspaceId, product_id: id, attribute_id: attributeId, value });
    }
    for (const word of spelledWords(current)) words.add(word);
  }
  return { products, numbers };
}

async function insertSlice(database: Database, { products, numbers }: Slice): Promise<void> {
  await database.query(insertRows('product'), [JSON.stringify(products)]);
  await database.query(insertRows('product_number'), [JSON.stringify(numbers)]);
}
