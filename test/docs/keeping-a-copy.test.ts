import { createClient } from '@contract-kit/client';
import { contract, type Product } from '@product-content/contract';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, connect } from '../../docs/guides/snippets/typed-client/first-product.ts';
import { PostgresCopy } from '../../docs/guides/snippets/typed-client/postgres-copy.ts';
import { updateCopy } from '../../docs/guides/snippets/typed-client/product-copy.ts';
import { describeGuide } from './describe-guide.ts';

describeGuide('docs/guides/keeping-a-copy.md');

describe("the guide's copy of the products", () => {
  let app: App;
  let database: ScratchDatabase;
  let pool: pg.Pool;
  let copy: PostgresCopy;
  let workspaceId: string;
  let key: string;
  let api: Api;

  beforeAll(async () => {
    app = await sharedApp();
    database = await createScratchDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
  });
  beforeEach(async () => {
    const workspace = await app.createWorkspace();
    workspaceId = workspace.id;
    ({ key } = await app.createKey(workspace));
    api = connect(app.baseUrl, key);
    await pool.query('drop table if exists product_copy, copy_progress');
    copy = new PostgresCopy(pool);
    await copy.createTables();
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const save = async (count: number, input: object = {}) => {
    const items = Array.from({ length: count }, (_, index) => ({ sku: `P-${index}`, name: 'Lamp', ...input }));
    await api.products.bulk({ body: { items } });
  };
  const copied = async () => {
    const { rows } = await pool.query<{ product: Product }>('select product from product_copy order by id');
    return rows.map(({ product }) => product);
  };
  const onServer = async () => {
    const products: object[] = [];
    for await (const product of api.products.list.each({ query: { sort: 'createdAt:asc', limit: 250 } })) {
      products.push(product);
    }
    return products;
  };
  /** Events become readable a little after their change. */
  const expectEqual = async () =>
    expect
      .poll(
        async () => {
          await updateCopy(api, copy);
          return copied();
        },
        { timeout: 30_000, interval: 20 },
      )
      .toEqual(await onServer());

  it('has everything first, and then all changes', async () => {
    await save(300);
    await updateCopy(api, copy);
    expect(await copied()).toEqual(await onServer());
    await save(10, { price: 5 });
    await api.products.patch({ params: { idOrSku: 'P-11' }, body: { sku: 'RENAMED', status: 'archived' } });
    await api.products.delete({ params: { idOrSku: 'P-12' } });
    await api.products.create({ body: { sku: 'LATE', name: 'Late' } });
    await expectEqual();
  });

  it('continues with the page that a crash interrupted', async () => {
    await save(400);
    let pages = 0;
    const failing: typeof fetch = (url, init) => {
      if (String(url).includes('/products') && ++pages > 1)
        return Promise.reject(new TypeError('The network is gone.'));
      return fetch(url, init);
    };
    const lost = createClient(contract, { baseUrl: app.baseUrl, apiKey: key, fetch: failing });
    await expect(updateCopy(lost, copy)).rejects.toThrow();
    expect(await copied()).toHaveLength(250);
    await save(20, { price: 5 });
    await api.products.delete({ params: { idOrSku: 'P-21' } });
    const requests: string[] = [];
    const counted: typeof fetch = (url, init) => {
      requests.push(String(url));
      return fetch(url, init);
    };
    await updateCopy(createClient(contract, { baseUrl: app.baseUrl, apiKey: key, fetch: counted }), copy);
    expect(requests.filter((url) => url.includes('/products'))).toEqual([expect.stringContaining('cursor=')]);
    await expectEqual();
  });

  it('reads everything again when its position is no longer kept, without what was deleted meanwhile', async () => {
    await save(5);
    await updateCopy(api, copy);
    await api.products.delete({ params: { idOrSku: 'P-1' } });
    await save(1, { price: 5 });
    await app.query('delete from outbox where workspace_id = $1', [workspaceId]);
    await app.query('delete from product_version where workspace_id = $1', [workspaceId]);
    await updateCopy(api, copy);
    expect(await copied()).toEqual(await onServer());
    expect(await copy.progress()).toMatchObject({ read: 2, isRead: true });
  });

  it('begins in a workspace where nothing has happened', async () => {
    await updateCopy(api, copy);
    expect(await copied()).toEqual([]);
    await save(2);
    await expectEqual();
  });
});
