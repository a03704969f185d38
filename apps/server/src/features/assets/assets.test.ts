import type { Asset } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AssetClient, type AssetFixture, createAssetFixture } from '#testing/assets/asset-fixture.ts';

let fixture: AssetFixture;
let api: AssetClient;
beforeAll(async () => {
  fixture = await createAssetFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const namesOf = (assets: readonly Asset[]) => assets.map(({ fileName }) => fileName);

describe('a list of assets', () => {
  it('has the newest first', async () => {
    for (const fileName of ['a.png', 'b.png', 'c.png']) await api.asset({ fileName });
    expect(namesOf(await api.list())).toEqual(['c.png', 'b.png', 'a.png']);
  });

  it.each([1, 2, 3, 7])('is complete in pages of %i, by number and by cursor', async (limit) => {
    for (let index = 0; index < 7; index += 1) await api.asset({ fileName: `${index}.png` });
    const whole = namesOf(await api.list());
    const byNumber: string[] = [];
    for (let page = 1; byNumber.length < 7; page += 1)
      byNumber.push(...namesOf(await api.list(`limit=${limit}&page=${page}`)));
    expect(byNumber).toEqual(whole);
    const byCursor: string[] = [];
    let more = '';
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await api.send<Asset[]>('GET', `/assets?limit=${limit}${more}`);
      byCursor.push(...namesOf(data));
      expect(pagination).toMatchObject({ page, limit, total: 7, totalPages: Math.ceil(7 / limit) });
      if (!pagination.hasMore) break;
      more = `&cursor=${pagination.nextCursor}`;
    }
    expect(byCursor).toEqual(whole);
  });

  it('is filtered by words, tags, folder and kind, all together', async () => {
    const pdf = fixture.files.serve('/care.pdf', Buffer.from(`%PDF-1.7 ${api.workspaceId}`));
    await api.asset({ fileName: 'Tasse-blau.png', altText: 'A Café mug', tags: ['mug', 'blue'], folder: '/shop/mugs' });
    await api.asset({ fileName: 'plate.png', tags: ['plate', 'blue'], folder: 'shop' });
    await api.asset({ url: pdf, fileName: 'care.pdf', altText: '100% cotton', folder: '/shop/mugs_old' });
    const expected: [string, string[]][] = [
      ['q=tasse', ['Tasse-blau.png']],
      ['q=cafe%20BLAU', ['Tasse-blau.png']],
      ['q=100%25', ['care.pdf']],
      ['q=%25', ['care.pdf']],
      ['q=%20', []],
      ['tag=blue', ['plate.png', 'Tasse-blau.png']],
      ['tag=plate,mug', ['plate.png', 'Tasse-blau.png']],
      ['folder=/shop', ['care.pdf', 'plate.png', 'Tasse-blau.png']],
      ['folder=shop/mugs/', ['Tasse-blau.png']],
      ['folder=/sho', []],
      ['folder=/', ['care.pdf', 'plate.png', 'Tasse-blau.png']],
      ['type=document', ['care.pdf']],
      ['type=video', []],
      ['type=image&tag=blue&q=png&folder=/shop/mugs', ['Tasse-blau.png']],
    ];
    for (const [query, names] of expected) {
      const { data, pagination } = await api.send<Asset[]>('GET', `/assets?${query}`);
      expect([query, namesOf(data), pagination.total]).toEqual([query, names, names.length]);
    }
  });

  it('counts again when an asset or, for unused ones, a product changes', async () => {
    const total = async (query: string) => (await api.send('GET', `/assets?limit=1&${query}`)).pagination.total;
    const first = await api.asset();
    await api.asset();
    expect([await total(''), await total('unused=true')]).toEqual([2, 2]);
    await api.product('MUG', [{ assetId: first.id }]);
    expect([await total(''), await total('unused=true')]).toEqual([2, 1]);
    await api.send('DELETE', '/products/MUG');
    expect([await total(''), await total('unused=true')]).toEqual([2, 2]);
    await api.send('DELETE', `/assets/${first.id}`);
    expect(await total('')).toBe(1);
  });

  it.each([
    ['limit=201', 'limit'],
    ['type=audio', 'type'],
    ['unused=maybe', 'unused'],
    ['folder=/a/../b', 'folder'],
    ['page=1&cursor=abc', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['sort=name', 'sort'],
  ])('is refused for %s', async (query, field) => {
    const { status, error } = await api.send('GET', `/assets?${query}`);
    expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([422, [field]]);
  });

  it('shows nothing of another workspace', async () => {
    const other = await fixture.client();
    const { id } = await other.asset();
    expect(await api.list()).toEqual([]);
    for (const method of ['GET', 'DELETE']) expect((await api.send(method, `/assets/${id}`)).status).toBe(404);
    expect((await api.send('PATCH', `/assets/${id}`, { altText: 'x' })).status).toBe(404);
    expect(await other.list()).toHaveLength(1);
  });
});

describe('a change of an asset', () => {
  it('sets the sent fields and keeps the rest', async () => {
    const before = await api.asset({ altText: 'Old', tags: ['a'], folder: '/a' });
    const { data } = await api.send<Asset>('PATCH', `/assets/${before.id}`, {
      tags: ['b', ' b ', 'c'],
      fileName: 'new.png',
    });
    expect(data).toEqual({ ...before, tags: ['b', 'c'], fileName: 'new.png', updatedAt: data.updatedAt });
    expect(data.updatedAt > before.updatedAt).toBe(true);
    expect(namesOf(await api.list('q=new'))).toEqual(['new.png']);
    const cleared = await api.send<Asset>('PATCH', `/assets/${before.id}`, { altText: null, folder: '' });
    expect(cleared.data).toMatchObject({ altText: null, folder: '/', tags: ['b', 'c'] });
  });

  it('with the current values changes nothing', async () => {
    const before = await api.asset({ altText: 'Old', tags: ['a'] });
    const { data } = await api.send<Asset>('PATCH', `/assets/${before.id}`, {
      altText: 'Old',
      tags: ['a'],
      folder: '/',
    });
    expect(data).toEqual(before);
  });

  it.each([
    [{ fileName: '../x' }, 'fileName'],
    [{ fileName: null }, 'fileName'],
    [{ folder: '/a/..' }, 'folder'],
    [{ tags: ['x'.repeat(101)] }, 'tags.0'],
    [{ altText: 'x'.repeat(1001) }, 'altText'],
    [{ url: 'https://a.example' }, 'url'],
  ])('is refused with %j', async (body, field) => {
    const { id } = await api.asset();
    const { status, error } = await api.send('PATCH', `/assets/${id}`, body);
    expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([422, [field]]);
  });
});

describe('the deletion of an asset', () => {
  it('removes it from the products that use it, each with a version and an event', async () => {
    const { id, url } = await api.asset();
    const kept = await api.asset();
    const other = { url: 'https://cdn.example/other.jpg' };
    await api.product('MUG', [{ assetId: id, role: 'main' }, other, { assetId: kept.id }]);
    await api.product('PLATE', [{ url }]);
    await api.product('BOWL', [{ assetId: kept.id }]);
    expect((await api.send('DELETE', `/assets/${id}`)).status).toBe(204);
    expect((await api.send('GET', `/assets/${id}`)).status).toBe(404);
    expect(await api.readProduct('MUG')).toMatchObject({ version: 2, images: [other, { assetId: kept.id }] });
    expect(await api.readProduct('PLATE')).toMatchObject({ version: 2, images: [] });
    expect(await api.readProduct('BOWL')).toMatchObject({ version: 1 });
    expect(await api.get(kept.id)).toMatchObject({ usageCount: 2 });
    const events = (await api.events()).slice(-3);
    expect(events.map(({ type }) => type).sort()).toEqual(['asset.deleted', 'product.updated', 'product.updated']);
    expect(events.find(({ payload }) => payload !== null)?.payload).toMatchObject({ id, usageCount: 0 });
  });

  it('removes its file', async () => {
    const { id, url } = await api.asset();
    const { files } = fixture.app.container;
    const keys = async () => {
      const found: string[] = [];
      for await (const { key } of files.list('assets/')) found.push(key);
      return found;
    };
    const before = await keys();
    await api.send('DELETE', `/assets/${id}`);
    expect(before.length - (await keys()).length).toBe(1);
    expect(url).toContain(id);
  });

  it('of an unknown asset returns 404', async () => {
    const { id } = await api.asset();
    await api.send('DELETE', `/assets/${id}`);
    expect((await api.send('DELETE', `/assets/${id}`)).status).toBe(404);
    expect((await api.send('DELETE', '/assets/mug')).status).toBe(404);
  });

  it('leaves no dangling link from products that begin to use it at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await api.asset();
      const skus = Array.from({ length: 4 }, (_, index) => `R${round}-${index}`);
      await Promise.all(skus.map((sku) => api.product(sku, [])));
      const patches = skus.map((sku) => api.send('PATCH', `/products/${sku}`, { images: [{ assetId: id }] }));
      const [deleted, ...patched] = await Promise.all([api.send('DELETE', `/assets/${id}`), ...patches]);
      expect(deleted.status).toBe(204);
      for (const { status, error } of patched) {
        if (status !== 200) expect(error.details?.fieldErrors).toHaveProperty(['images.0.assetId']);
      }
      for (const sku of skus) expect((await api.readProduct(sku)).images).toEqual([]);
    }
  });
});
