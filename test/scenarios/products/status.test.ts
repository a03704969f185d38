import { productStatuses } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
});

type Status = (typeof productStatuses)[number];

/** From each status, those a product may take. */
const moves: Record<Status, Status[]> = {
  draft: ['in_review', 'approved', 'archived'],
  in_review: ['draft', 'approved', 'archived'],
  approved: ['in_review', 'archived'],
  archived: ['draft'],
};

let count = 0;

async function productIn(status: Status): Promise<string> {
  const { sku } = await open.product(`IN-${count++}`, { status: status === 'archived' ? 'draft' : status });
  if (status === 'archived') await open.patch(`/products/${sku}`, { status });
  return `/products/${sku}`;
}

// API behavior 4.7.
describe('a new product', () => {
  it('is a draft unless it says otherwise', async () => {
    expect((await open.product('DRAFT')).status).toBe('draft');
    for (const status of ['draft', 'in_review', 'approved']) {
      expect((await open.product(`NEW-${status}`, { status })).status).toBe(status);
    }
  });

  it('cannot be archived', async () => {
    expectInvalid(await open.api.post('/products', { sku: 'NEW', name: 'New', status: 'archived' }), 'status');
    expectInvalid(await open.api.put('/products/NEW', { name: 'New', status: 'archived' }), 'status');
  });
});

describe.each(productStatuses)('a product that is %s', (from) => {
  it.each(productStatuses.filter((to) => moves[from].includes(to)))('becomes %s', async (to) => {
    const path = await productIn(from);
    const { version } = await open.read(path);
    await open.newEvents();
    const after = await open.patch(path, { status: to, name: 'Renamed' });
    expect(after).toMatchObject({ status: to, version: version + 1 });
    const event = { version: version + 1, changedFields: expect.arrayContaining(['status', 'name']), payload: null };
    expect(await open.newEvents()).toEqual([
      { ...event, type: 'product.updated', previousStatus: null },
      { ...event, type: 'product.status_changed', previousStatus: from },
    ]);
    const [latest] = await open.read<object[]>(`${path}/versions`);
    expect(latest).toMatchObject({ event: 'status_changed', status: to });
  });

  it.each(productStatuses.filter((to) => to !== from && !moves[from].includes(to)))('never becomes %s', async (to) => {
    const path = await productIn(from);
    const before = await open.read(path);
    expectInvalid(await open.api.patch(path, { status: to, name: 'Renamed' }), 'status');
    expectInvalid(await open.api.put(path, { status: to, name: 'Renamed' }), 'status');
    expect(await open.read(path)).toEqual(before);
  });

  it('stays the same without a change', async () => {
    const path = await productIn(from);
    const { version } = await open.read(path);
    expect((await open.patch(path, { status: from })).version).toBe(version);
  });
});

// API behavior 5.5, 5.6.
describe('the version of a product', () => {
  it('grows by one with every change, and updatedAt with it', async () => {
    let { version, updatedAt } = await open.product('COUNTED');
    expect(version).toBe(1);
    for (const input of [{ stock: 1 }, { stock: 2 }, { tags: ['a'] }, { name: 'C' }, { status: 'archived' }]) {
      const after = await open.patch('/products/COUNTED', input);
      expect(after.version).toBe(version + 1);
      expect(String(after.updatedAt) > String(updatedAt)).toBe(true);
      ({ version, updatedAt } = after);
    }
    expect(await open.patch('/products/COUNTED', { stock: 2 })).toMatchObject({ version, updatedAt });
  });

  it('is that of the ETag', async () => {
    const created = await open.api.post('/products', { sku: 'TAGGED', name: 'Tagged' });
    expect(created.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    const patched = await open.api.patch('/products/TAGGED', { name: 'Renamed' }, { 'if-match': created.etag });
    expect(patched.etag).not.toBe(created.etag);
    expect((await open.api.get('/products/TAGGED')).etag).toBe(patched.etag);
    expectError(
      await open.api.put('/products/TAGGED', { name: 'Late' }, { 'if-match': created.etag }),
      'precondition_failed',
    );
  });
});

// API behavior 3.7.
describe('expectedVersion', () => {
  it('accepts a change of that version and refuses one of another', async () => {
    await open.product('EXPECTED');
    const change = (expectedVersion: number, name: string) => ({ name, expectedVersion });
    expect((await open.patch('/products/EXPECTED', change(1, 'Second'))).version).toBe(2);
    for (const stale of [1, 3]) {
      expectError(await open.api.patch('/products/EXPECTED', change(stale, 'Late')), 'conflict');
      expectError(await open.api.put('/products/EXPECTED', change(stale, 'Late')), 'conflict');
    }
    expect(await open.put('/products/EXPECTED', change(2, 'Third'))).toMatchObject({ name: 'Third', version: 3 });
  });

  it('is not allowed for a new product', async () => {
    await open.product('OLD');
    expectInvalid(await open.api.post('/products', { sku: 'X', name: 'X', expectedVersion: 1 }), 'expectedVersion');
    expectError(await open.api.put('/products/X', { name: 'X', expectedVersion: 1 }), 'conflict');
    for (const expectedVersion of [0, 1.5, '1']) {
      expectInvalid(await open.api.patch('/products/OLD', { expectedVersion }), 'expectedVersion');
    }
  });
});
