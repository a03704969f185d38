import { expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type OwnApp, startApp, type Workspace } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid } from '../open-workspace.ts';
import { expectReplay, keyed, newProduct } from './replays.ts';

let app: OwnApp;
let workspace: Workspace;
let api: Api;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
  workspace = await app.createWorkspace();
  api = app.api((await app.createKey(workspace)).key);
});

const countProducts = async (sku: string) =>
  (await app.query<{ count: number }>('select count(*) from product where sku = $1', [sku]))[0]?.count;

// API behavior 3.10, 3.13.
describe('the stored response of an Idempotency-Key', () => {
  const records = (key: string) =>
    app.query<{ status: number }>('select status from idempotency_record where key = $1', [key]);

  it('does not exist for a request that fails before it runs', async () => {
    const humble = app.api((await app.createKey(workspace, ['assets:read'])).key);
    const key = freshName('free');
    const body = newProduct();
    expectError(await api.post('/products', { ...body, price: -1 }, keyed(key)), 'validation_failed');
    expectError(await api.post('/products', '{', keyed(key)), 'bad_request');
    expectError(await api.post('/products', 'x'.repeat(2 * 1024 * 1024), keyed(key)), 'payload_too_large');
    expectError(await humble.post('/products', body, keyed(key)), 'forbidden');
    expectError(await app.api('wrong').post('/products', body, keyed(key)), 'unauthorized');
    expect(await records(key)).toEqual([]);
    expect((await api.post('/products', body, keyed(key))).status).toBe(201);
  });

  it('may be a conflict, with the id of the request that caused it', async () => {
    const taken = newProduct();
    await api.post('/products', taken);
    const first = await api.post('/products', taken, keyed(taken.sku));
    expectError(first, 'conflict');
    await api.delete(`/products/${taken.sku}`);
    const replay = await api.post('/products', taken, keyed(taken.sku));
    expectReplay(replay, first);
    expect(replay.error.requestId).toBe(first.headers.get('x-request-id'));
    expect(await countProducts(taken.sku)).toBe(0);
  });

  it('does not exist for a request that only execution finds invalid: once corrected, it may be sent with the same key', async () => {
    const key = freshName('corrected');
    const { sku, name } = newProduct();
    expectInvalid(await api.post('/products', { sku }, keyed(key)), 'name');
    expectInvalid(await api.post('/products', { sku, name, category: 'none-yet' }, keyed(key)), 'category');
    expect(await records(key)).toEqual([]);
    expect(await countProducts(sku)).toBe(0);
    const created = await api.post('/products', { sku, name }, keyed(key));
    expect(created.status).toBe(201);
    expectReplay(await api.post('/products', { sku, name }, keyed(key)), created);
  });

  it('does not exist for a request that was invalid because something else was missing', async () => {
    const body = { ...newProduct(), category: 'comes-later' };
    const key = freshName('later');
    expectInvalid(await api.post('/products', body, keyed(key)), 'category');
    await api.post('/categories', { code: 'comes-later' });
    expect((await api.post('/products', body, keyed(key))).status).toBe(201);
  });

  it('may be a bulk response with failed items', async () => {
    const items = [newProduct(), { sku: 'bad sku' }, newProduct()];
    const key = freshName('bulk');
    const first = await api.post<{ summary: object }>('/products/bulk', { items }, keyed(key));
    expect(first.data.summary).toMatchObject({ created: 2, failed: 1 });
    expectReplay(await api.post('/products/bulk', { items }, keyed(key)), first);
  });

  it('does not change when the record changes or is deleted', async () => {
    const body = newProduct();
    const first = await api.post('/products', body, keyed(body.sku));
    await api.patch(`/products/${body.sku}`, { name: 'Changed' });
    expectReplay(await api.post('/products', body, keyed(body.sku)), first);
    await api.delete(`/products/${body.sku}`);
    expectReplay(await api.post('/products', body, keyed(body.sku)), first);
    expect(await countProducts(body.sku)).toBe(0);
  });

  it('survives a restart of the process', async () => {
    const body = newProduct();
    const first = await api.post('/products', body, keyed(body.sku));
    await app.restart();
    expectReplay(await api.post('/products', body, keyed(body.sku)), first);
  });

  it('expires: then the request is executed again', async () => {
    const body = newProduct();
    const first = await api.post('/products', body, keyed(body.sku));
    const [kept] = await app.query<{ hours: number }>(
      'select extract(epoch from expires_at - completed_at) / 3600 as hours from idempotency_record where key = $1',
      [body.sku],
    );
    expect(Number(kept?.hours)).toBe(24);
    await app.query("update idempotency_record set expires_at = now() - interval '1 second' where key = $1", [
      body.sku,
    ]);
    await api.delete(`/products/${body.sku}`);
    const again = await api.post('/products', body, keyed(body.sku));
    expect([again.status, again.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(again.data.id).not.toBe(first.data.id);
  });
});
