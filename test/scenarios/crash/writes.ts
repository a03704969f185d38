import type { Api, ApiResponse, App, Workspace } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { expect } from 'vitest';

/** Rows of the tables a write of products changes together. */
export interface RowCounts {
  readonly product: number;
  readonly version: number;
  readonly event: number;
  readonly response: number;
}

/** Counts what is committed in a workspace, over a connection of the tests' own. */
export async function countRows(app: App, { id }: Workspace): Promise<RowCounts> {
  const [row] = await app.query<RowCounts>(
    `select
       (select count(*)::int from product where workspace_id = $1) as product,
       (select count(*)::int from product_version where workspace_id = $1) as version,
       (select count(*)::int from outbox where workspace_id = $1) as event,
       (select count(*)::int from idempotency_record where workspace_id = $1) as response`,
    [id],
  );
  return row as RowCounts;
}

export function difference(after: RowCounts, before: RowCounts): RowCounts {
  return {
    product: after.product - before.product,
    version: after.version - before.version,
    event: after.event - before.event,
    response: after.response - before.response,
  };
}

export const nothing: RowCounts = { product: 0, version: 0, event: 0, response: 0 };

/** A write that is broken off, found done or not begun, and sent again. */
export interface Write {
  /** What it changes when it is done. */
  readonly everything: RowCounts;
  send(): Promise<ApiResponse<unknown>>;
  /** Sends it again. @param done whether the first one was. */
  retry(done: boolean): Promise<void>;
}

/** Each makes a new write with every call, and what the write needs. */
export const writes: readonly [string, (api: Api) => Promise<Write>][] = [
  ['a keyed POST /products', createProduct],
  ['a keyed bulk of three', upsertThree],
  ['the DELETE of a parent with two variants', deleteFamily],
];

async function createProduct(api: Api): Promise<Write> {
  const sku = freshName('crash');
  const send = () => api.post('/products', { sku, name: sku, price: 1, tags: ['a'] }, { 'idempotency-key': sku });
  return {
    everything: { product: 1, version: 1, event: 1, response: 1 },
    send,
    async retry(done) {
      const response = await send();
      expect(response.status, response.text).toBe(201);
      expect(response.headers.get('idempotent-replayed')).toBe(done ? 'true' : null);
      expect((await api.get(`/products/${sku}`)).data).toMatchObject({ id: response.data.id, version: 1 });
    },
  };
}

async function upsertThree(api: Api): Promise<Write> {
  const skus = [freshName('crash'), freshName('crash'), freshName('crash')];
  const body = { items: skus.map((sku) => ({ sku, name: sku })) };
  const send = () => api.post<{ summary: object }>('/products/bulk', body, { 'idempotency-key': String(skus[0]) });
  return {
    everything: { product: 3, version: 3, event: 3, response: 1 },
    send,
    async retry(done) {
      const response = await send();
      expect(response.data.summary).toEqual({ total: 3, created: 3, updated: 0, unchanged: 0, failed: 0 });
      expect(response.headers.get('idempotent-replayed')).toBe(done ? 'true' : null);
    },
  };
}

async function deleteFamily(api: Api): Promise<Write> {
  const sku = freshName('family');
  const size = { code: 'size', type: 'text', usableAsAxis: true };
  if ((await api.get('/attributes/size')).status === 404) await api.post('/attributes', size);
  const variant = (value: string) => ({
    sku: `${sku}-${value}`,
    type: 'variant',
    parent: sku,
    attributes: { size: value },
  });
  const items = [{ sku, name: sku, type: 'parent', variantAxes: ['size'] }, variant('S'), variant('L')];
  expect((await api.post<{ summary: object }>('/products/bulk', { items })).data.summary).toMatchObject({ created: 3 });
  const send = () => api.delete(`/products/${sku}`);
  return {
    everything: { product: -3, version: 0, event: 3, response: 0 },
    send,
    async retry(done) {
      expect((await send()).status).toBe(done ? 404 : 204);
      for (const name of [sku, `${sku}-S`, `${sku}-L`]) expect((await api.get(`/products/${name}`)).status).toBe(404);
    },
  };
}
