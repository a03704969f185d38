import type { VersionDiff, VersionSummary } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
  await open.attribute('color', 'text');
  await open.category('mugs');
  await open.product('MUG', { name: 'Mug' });
});

const versions = () => open.read<VersionSummary[]>('/products/MUG/versions');
const diff = (version: number, query = '') => open.read<VersionDiff>(`/products/MUG/versions/${version}/diff${query}`);
const restore = (version: number, headers = {}) =>
  open.api.post(`/products/MUG/versions/${version}/restore`, undefined, headers);

describe('the versions of a product', () => {
  it('are summarized newest first', async () => {
    await open.patch('/products/MUG', {
      translations: { de: { name: 'Tasse' } },
      attributes: { color: 'red' },
      prices: { USD: 2 },
      seo: { slug: 'mug' },
      category: 'mugs',
      tags: ['new'],
    });
    await open.patch('/products/MUG', { status: 'approved' });
    const [third, second, first] = await versions();
    const { key } = (await open.api.get<{ key: { id: string; name: string } }>('/me')).data;
    const common = { source: 'api', actor: { type: 'key', id: key.id, name: key.name }, createdAt: expect.any(String) };
    expect(third).toEqual({
      ...common,
      version: 3,
      event: 'status_changed',
      changedFields: ['status'],
      status: 'approved',
    });
    expect(second).toMatchObject({ ...common, version: 2, event: 'updated', status: 'draft' });
    expect(second?.changedFields.toSorted()).toEqual([
      'attributes.color',
      'category',
      'completeness',
      'prices.USD',
      'seo.slug',
      'tags',
      'translations.de.name',
    ]);
    expect(first).toMatchObject({ ...common, version: 1, event: 'created', status: 'draft' });
    expect(third?.createdAt).toBe((await open.read('/products/MUG')).updatedAt);
  });

  it('are returned in pages', async () => {
    for (let stock = 1; stock < 7; stock += 1) await open.patch('/products/MUG', { stock });
    const page = await open.api.get<VersionSummary[]>('/products/MUG/versions?limit=3&page=2');
    expect(page.data.map(({ version }) => version)).toEqual([4, 3, 2]);
    expect(page.pagination).toMatchObject({ page: 2, limit: 3, total: 7, totalPages: 3, hasMore: true });
    const behind = await open.api.get<VersionSummary[]>('/products/MUG/versions?limit=3&page=4');
    expect([behind.data, behind.pagination.total, behind.pagination.hasMore]).toEqual([[], 7, false]);
    expectInvalid(await open.api.get('/products/MUG/versions?limit=251'), 'limit');
    expectInvalid(await open.api.get('/products/MUG/versions?cursor=x'), 'cursor');
  });

  it('show the product as it was, by id and SKU', async () => {
    const states = [await open.read('/products/MUG')];
    for (const input of [
      { sku: 'CUP', tags: ['new'] },
      { sku: 'MUG', price: 3 },
    ]) {
      states.push(await open.patch(`/products/${states[0]?.id}`, input));
    }
    for (const { completenessDetails: _, ...state } of states) {
      expect(await open.read(`/products/MUG/versions/${state.version}`)).toEqual(state);
      expect(await open.read(`/products/${state.id}/versions/${state.version}`)).toEqual(state);
    }
  });

  it('that do not exist return 404', async () => {
    const statuses = ['/products/MUG/versions/2', '/products/NONE/versions', '/products/NONE/versions/1'];
    for (const path of [...statuses, '/products/MUG/versions/2/diff', '/products/MUG/versions/1/diff?against=9']) {
      expectError(await open.api.get(path), 'not_found');
    }
    for (const version of ['0', '-1', '1.5', 'latest', '2147483648']) {
      expectInvalid(await open.api.get(`/products/MUG/versions/${version}`), 'version');
    }
    await open.remove('/products/MUG');
    expectError(await open.api.get('/products/MUG/versions'), 'not_found');
  });
});

describe('the difference between versions', () => {
  it('is relative to the previous version by default', async () => {
    await open.patch('/products/MUG', { attributes: { color: 'red' }, brand: 'Kiln' });
    await open.patch('/products/MUG', { attributes: { color: 'blue' }, brand: null });
    expect(await diff(2)).toEqual({
      from: 1,
      to: 2,
      changes: expect.arrayContaining([
        { path: 'attributes.color', after: 'red' },
        { path: 'brand', before: null, after: 'Kiln' },
      ]),
    });
    expect((await diff(3, '?against=1')).changes).toEqual([{ path: 'attributes.color', after: 'blue' }]);
    expect((await diff(1, '?against=3')).changes).toEqual([{ path: 'attributes.color', before: 'blue' }]);
    expect((await diff(2, '?against=2')).changes).toEqual([]);
    expectInvalid(await open.api.get('/products/MUG/versions/2/diff?against=0'), 'against');
  });

  it('of the first one includes every field with a value', async () => {
    const { from, to, changes } = await diff(1);
    expect([from, to]).toEqual([0, 1]);
    expect(changes).toContainEqual({ path: 'name', after: 'Mug' });
    expect(changes.map(({ path }) => path)).not.toContain('brand');
  });

  it('names the same fields as the summary of a version', async () => {
    await open.patch('/products/MUG', {
      translations: { de: { bullets: ['Blau'] } },
      units: { weight: 'g' },
      price: 2,
    });
    const paths = (await diff(2)).changes.map(({ path }) => path);
    expect(paths.toSorted()).toEqual((await versions())[0]?.changedFields.toSorted());
  });
});

/** `field: message` of the warnings beside the record. */
function warningsOf({ body }: { readonly body: unknown }): string[] {
  const { warnings } = body as { warnings: { code: string; field: string; message: string }[] };
  for (const { code } of warnings) expect(code).toBe('not_restored');
  return warnings.map(({ field, message }) => `${field}: ${message}`);
}

// API behavior 5.10.
describe('restoring a version', () => {
  const full = {
    name: 'Old mug',
    attributes: { color: 'red' },
    category: 'mugs',
    translations: { de: { name: 'Tasse' } },
    prices: { EUR: { amount: 3, cost: 1 } },
    images: [{ url: 'https://example.com/1.jpg' }],
    seo: { slug: 'old' },
  };

  it('writes its content as a new version, except identity and status', async () => {
    const old = await open.patch('/products/MUG', full);
    await open.put('/products/MUG', { sku: 'CUP', name: 'Cup', status: 'approved', stock: 5 });
    await open.newEvents();
    const response = await open.api.post('/products/CUP/versions/2/restore');
    expect(response.status).toBe(200);
    expect(response.etag).toBe((await open.api.get('/products/CUP')).etag);
    const { sku: _, status: __, version: ___, updatedAt: ____, ...content } = old;
    expect(response.data).toMatchObject({ ...content, sku: 'CUP', status: 'approved', version: 4, stock: null });
    expect((await open.newEvents()).map(({ type, version }) => [type, version])).toEqual([['product.updated', 4]]);
    const [latest] = await open.read<VersionSummary[]>('/products/CUP/versions');
    expect(latest).toMatchObject({ version: 4, event: 'restored', source: 'api' });
    expect(latest?.changedFields).toEqual(
      expect.arrayContaining(['name', 'stock', 'seo.slug', 'translations.de.name']),
    );
  });

  it('leaves out what no longer exists, each with a warning', async () => {
    await open.collection('summer');
    await open.product('TEAPOT');
    await open.product('SAUCER');
    const associations = { upsell: ['TEAPOT', 'SAUCER'], pack: ['TEAPOT'] };
    await open.patch('/products/MUG', { ...full, collections: ['summer'], associations });
    await open.put('/products/MUG', { name: 'Mug' });
    for (const gone of ['/attributes/color', '/categories/mugs', '/collections/summer', '/products/TEAPOT']) {
      await open.remove(gone);
    }
    const response = await restore(2);
    expect(response.data).toMatchObject({
      name: 'Old mug',
      attributes: {},
      category: null,
      collections: [],
      associations: { upsell: ['SAUCER'] },
    });
    expect(warningsOf(response)).toEqual([
      'category: No category "mugs" exists.',
      'collections.0: No collection "summer" exists.',
      'attributes.color: No such attribute exists.',
      'associations.upsell.0: No product "TEAPOT" exists.',
      'associations.pack.0: No product "TEAPOT" exists.',
    ]);
    expect(warningsOf(await restore(1))).toEqual([]);
  });

  it('leaves out currencies and locales that the workspace no longer has, and trims text', async () => {
    await open.patch('/products/MUG', {
      currency: 'USD',
      prices: { EUR: 3, USD: 4 },
      translations: { de: { name: 'T' } },
    });
    const padded = `update product_version set document = replace(document, '"brand":null', '"brand":" Kiln "')
      where workspace_id = $1 and version = 2`;
    await app.query(padded, [open.workspace.id]);
    await open.put('/products/MUG', { name: 'Mug', currency: 'EUR' });
    await app.query(`update workspace set currencies = '{EUR}', locales = '{en}' where id = $1`, [open.workspace.id]);
    const api = app.api((await app.createKey(open.workspace)).key);
    const response = await api.post('/products/MUG/versions/2/restore');
    expect(response.data).toMatchObject({ currency: 'EUR', prices: { EUR: { amount: 3 } }, price: 3, brand: 'Kiln' });
    expect(response.data.translations).toEqual({});
    expect(warningsOf(response)).toEqual([
      'currency: Must be one of the workspace’s currencies: EUR.',
      'prices.USD: Must be one of the workspace’s currencies: EUR.',
      'translations.de: Must be one of the workspace’s locales: en.',
    ]);
  });

  it('that equals the current one changes nothing', async () => {
    const response = await restore(1);
    expect([response.status, response.data.version]).toEqual([200, 1]);
  });

  it('takes If-Match', async () => {
    const { etag } = await open.api.get('/products/MUG');
    await open.patch('/products/MUG', full);
    expectError(await restore(1, { 'if-match': etag }), 'precondition_failed');
    const current = await open.api.get('/products/MUG');
    expect((await restore(1, { 'if-match': current.etag })).data).toMatchObject({ name: 'Mug', version: 3 });
  });

  it('that would break a current rule is refused', async () => {
    await open.attribute('serial', 'text', { unique: true });
    await open.patch('/products/MUG', { attributes: { serial: 'S1' } });
    await open.patch('/products/MUG', { attributes: { serial: null } });
    await open.product('OTHER', { attributes: { serial: 'S1' } });
    expectInvalid(await restore(2), 'attributes.serial');
  });
});
