import { isDeepStrictEqual } from 'node:util';
import type { Product } from '@product-content/contract';
import { type App, startApp } from '@product-content/test-support/app-server';
import { createScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, connect } from '../../../docs/guides/snippets/typed-client/first-product.ts';
import { PostgresCopy } from '../../../docs/guides/snippets/typed-client/postgres-copy.ts';
import { updateCopy } from '../../../docs/guides/snippets/typed-client/product-copy.ts';
import { runImport } from '../imports/run-import.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

const total = Number(process.env.COPIED_PRODUCTS ?? 4_000);
const images = 'https://example.com/1.jpg';

let app: App;
let pool: pg.Pool;
let closeDatabase: () => Promise<void>;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '1000000' } });
  const database = await createScratchDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  closeDatabase = async () => {
    await pool.end();
    await database.drop();
  };
});
afterAll(() => closeDatabase());

const skuOf = (number: number) => `P-${number % total}`;

/** Rows of an import; those of the first import are complete. */
function table(from: number, count: number, description: string): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const sku = skuOf(from + index);
    return `${sku},Lamp ${sku},${description},${index % 2 === 0 ? 'lamps' : 'tools'},${index % 90},red,${images}`;
  });
  return ['sku,name,description,category,price,attributes.color,images', ...rows].join('\n');
}

/** Changes of all kinds at the same time; each product may be the target of several. */
async function writeAtOnce(open: OpenWorkspace): Promise<void> {
  const { api } = open;
  const repeat = async (count: number, change: (turn: number) => Promise<{ readonly status: number }>) => {
    for (let turn = 0; turn < count; turn += 1) {
      const { status } = await change(turn);
      // Writers meet: a product may be gone, or its category.
      expect([200, 201, 204, 404, 409, 422]).toContain(status);
    }
  };
  const spread = (turn: number, step: number) => skuOf(turn * step);
  await Promise.all([
    repeat(total / 20, (turn) => api.patch(`/products/${spread(turn, 7)}`, { stock: turn, description: null })),
    repeat(total / 40, (turn) => api.delete(`/products/${spread(turn, 13)}`)),
    repeat(total / 40, (turn) => api.patch(`/products/${spread(turn, 11)}`, { sku: `R-${turn}`, status: 'archived' })),
    repeat(Math.ceil(total / 500), (turn) => {
      const items = Array.from({ length: 100 }, (_, index) => ({
        sku: index % 10 === 0 ? `NEW-${turn}-${index}` : spread(turn * 100 + index, 3),
        name: `Bulk ${turn}`,
      }));
      return api.post('/products/bulk', { items });
    }),
    repeat(2, async (turn) => {
      const { status } = await runImport(api, { content: table(turn * 100, total / 4, `Import ${turn}.`) });
      expect(status).toBe('completed');
      return { status: 200 };
    }),
    (async () => {
      await open.patch('/attributes/color', { required: true });
      await open.patch('/attributes/color', { required: false });
      await open.remove('/categories/tools?reassign_to=lamps');
      await open.remove('/attributes/note');
    })(),
  ]);
}

/** Waits until no change is left to the background, and every event can be read. */
async function settle({ workspace }: OpenWorkspace): Promise<void> {
  const pending = `
    select (select count(*) from completeness_recompute where workspace_id = $1)
      + (select count(*) from association_removal where workspace_id = $1) as count`;
  const left = async () => Number((await app.query<{ count: string }>(pending, [workspace.id]))[0]?.count);
  await expect.poll(left, { timeout: 300_000, interval: 50 }).toBe(0);
  const [now] = await app.query<{ id: string }>('select pg_current_xact_id()::text as id');
  const passed = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as passed';
  const isPassed = async () => (await app.query<{ passed: boolean }>(passed, [String(now?.id)]))[0]?.passed;
  await expect.poll(isPassed, { timeout: 60_000, interval: 20 }).toBe(true);
}

/** The SKUs of products that the copy has otherwise than the server, and how many products the server has. */
async function compare(api: Api): Promise<{ different: string[]; count: number }> {
  const { rows } = await pool.query<{ id: string; product: Product }>('select id, product from product_copy');
  const copy = new Map(rows.map(({ id, product }) => [id, product]));
  const different: string[] = [];
  let count = 0;
  for await (const product of api.products.list.each({ query: { sort: 'sku:asc', limit: 250 } })) {
    count += 1;
    if (!isDeepStrictEqual(copy.get(product.id), product)) different.push(product.sku);
    copy.delete(product.id);
  }
  return { different: [...different, ...[...copy.values()].map(({ sku }) => sku)], count };
}

it(`a copy of ${total} products is equal in the end, whatever was written in the meantime`, async () => {
  const open = await openWorkspace(app);
  await open.attribute('color', 'text');
  await open.attribute('note', 'text');
  for (const code of ['lamps', 'tools']) {
    await open.category(code);
    await open.put(`/categories/${code}/attributes`, { attributes: ['color', 'note'] });
  }
  expect(await runImport(open.api, { content: table(0, total, 'Bright.') })).toMatchObject({ errorCount: 0 });
  const api = connect(app.baseUrl, (await app.createKey(open.workspace)).key);
  const copy = new PostgresCopy(pool);
  await copy.createTables();
  let writing = true;
  const following = (async () => {
    while (writing) await updateCopy(api, copy);
  })();
  await writeAtOnce(open).finally(() => {
    writing = false;
  });
  await following;
  await settle(open);
  await updateCopy(api, copy);
  const { different, count } = await compare(api);
  expect(different).toEqual([]);
  expect(count).toBeGreaterThan(total / 2);
}, 900_000);
