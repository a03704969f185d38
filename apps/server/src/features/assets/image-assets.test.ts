import type { Asset, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AssetClient, type AssetFixture, createAssetFixture } from '#testing/assets/asset-fixture.ts';
import { countStatements } from '#testing/count-statements.ts';
import { createTestContext } from '#testing/index.ts';
import { startTestApp } from '#testing/test-app.ts';

let fixture: AssetFixture;
let api: AssetClient;
beforeAll(async () => {
  fixture = await createAssetFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const foreign = 'https://cdn.example/mug.jpg';
const refusal = async (images: readonly object[]) => {
  const { status, error } = await api.send('POST', '/products', { sku: 'REFUSED', name: 'x', images });
  expect(status).toBe(422);
  return error.details?.fieldErrors;
};
const usage = async (id: string) => {
  const { usageCount, usedBy } = await api.get(id);
  expect(usedBy).toHaveLength(usageCount);
  return usedBy.map(({ sku }) => sku);
};

describe('an image of a product', () => {
  it('names an asset by id, by the address of its file, or both', async () => {
    const { id: assetId, url } = await api.asset();
    const shown = { url, assetId };
    expect((await api.product('BY-ID', [{ assetId, role: 'main' }])).images).toEqual([{ ...shown, role: 'main' }]);
    expect((await api.product('BY-URL', [{ url, altText: 'A' }])).images).toEqual([{ ...shown, altText: 'A' }]);
    expect((await api.product('BOTH', [shown])).images).toEqual([shown]);
    expect(await usage(assetId)).toEqual(['BOTH', 'BY-ID', 'BY-URL']);
  });

  it('may name a rendition', async () => {
    const { id: assetId, url } = await api.asset();
    expect((await api.product('MUG', [{ url: `${url}?w=256` }])).images).toEqual([{ url: `${url}?w=256`, assetId }]);
  });

  it('may be elsewhere and still show an asset', async () => {
    const { id: assetId } = await api.asset();
    expect((await api.product('MUG', [{ url: foreign, assetId }])).images).toEqual([{ url: foreign, assetId }]);
    expect(await usage(assetId)).toEqual(['MUG']);
  });

  it('at the address of an external asset shows that asset', async () => {
    const { data } = await api.send<Asset>('POST', '/assets', { url: foreign, download: false });
    expect((await api.product('MUG', [{ url: foreign }])).images).toEqual([{ url: foreign, assetId: data.id }]);
    expect(await usage(data.id)).toEqual(['MUG']);
  });

  it('gets the current address when the server had another one', async () => {
    const { id: assetId, url } = await api.asset();
    const old = `http://old.example${new URL(url).pathname}`;
    expect((await api.product('MUG', [{ url: old }])).images).toEqual([{ url, assetId }]);
  });

  it('gets the current address on request, when the server has another one', async () => {
    const { id: assetId, url } = await api.asset();
    await api.product('MOVED', [{ url: `${url}?w=256` }, { url: foreign, assetId }]);
    await api.product('ELSEWHERE', [{ url: foreign }]);
    const workspace = await fixture.app.container.workspaces.getById(api.workspaceId);
    const moved = await startTestApp({ databaseUrl: fixture.app.databaseUrl, publicUrl: 'https://pim.example.com' });
    const now = `https://pim.example.com${new URL(url).pathname}?w=256`;
    for (let run = 1; run <= 2; run += 1) {
      await moved.container.assets.service.readdress(createTestContext(workspace));
      const images = [
        { url: now, assetId },
        { url: foreign, assetId },
      ];
      expect(await api.readProduct('MOVED')).toMatchObject({ version: 2, images });
    }
    expect(await api.readProduct('ELSEWHERE')).toMatchObject({ version: 1 });
    await moved.stop();
  });

  it('that is not changed by sending back what was read makes no version', async () => {
    const { id: assetId, url } = await api.asset();
    const { images } = await api.product('MUG', [{ assetId, altText: 'A' }, { url: foreign }]);
    const { data } = await api.send<Product>('PATCH', '/products/MUG', { images });
    expect(data).toMatchObject({ version: 1, images: [{ url, assetId, altText: 'A' }, { url: foreign }] });
  });

  it('is refused, by its position, when it names no asset', async () => {
    const { id: assetId, url } = await api.asset();
    const other = await fixture.client();
    const theirs = await other.asset();
    const gone = await api.asset();
    await api.send('DELETE', `/assets/${gone.id}`);
    const none = 'The asset does not exist.';
    expect(await refusal([{ assetId }, { assetId: 'ast_01k9f2v6m8e5fa1s3tqzc7d4xb' }])).toEqual({
      'images.1.assetId': none,
    });
    expect(await refusal([{ assetId: 'mug' }])).toEqual({ 'images.0.assetId': none });
    expect(await refusal([{ assetId: theirs.id }])).toEqual({ 'images.0.assetId': none });
    expect(await refusal([{ url: theirs.url }])).toEqual({ 'images.0.url': none });
    expect(await refusal([{ url: gone.url }])).toEqual({ 'images.0.url': none });
    expect(await refusal([{ url: foreign, assetId: gone.id }])).toEqual({ 'images.0.assetId': none });
    const second = await api.asset();
    expect(await refusal([{ url, assetId: second.id }])).toEqual({
      'images.0.url': 'Belongs to a different asset than assetId.',
    });
    expect(await refusal([{ url: 'http://cdn.example/mug.jpg' }])).toEqual({
      'images.0.url': 'Must be an absolute https URL.',
    });
    expect(await refusal([{ altText: 'x' }])).toEqual({ 'images.0.url': 'Send a url or an assetId.' });
  });
});

describe('the use of an asset', () => {
  it('is current after every way to write products', async () => {
    const { id: assetId } = await api.asset();
    const image = { assetId };
    await api.product('A', [image, image]);
    const items = ['B', 'C', 'D'].map((sku) => ({ sku, name: sku, images: [image] }));
    await api.send('POST', '/products/bulk', { items });
    expect(await usage(assetId)).toEqual(['A', 'B', 'C', 'D']);
    await api.send('POST', '/products/bulk', {
      items: [
        { sku: 'B', images: [] },
        { sku: 'C', images: [{ url: foreign }] },
      ],
    });
    expect(await usage(assetId)).toEqual(['A', 'D']);
    await api.send('PUT', '/products/D', { name: 'D' });
    expect(await usage(assetId)).toEqual(['A']);
    await api.send('POST', '/products/D/versions/1/restore');
    expect(await usage(assetId)).toEqual(['A', 'D']);
    await api.send('POST', '/collections', { code: 'summer', name: 'Summer' });
    await api.send('PUT', '/collections/summer/products', { products: ['A', 'D'] });
    await api.send('PATCH', '/products/A', { stock: 1 });
    expect(await usage(assetId)).toEqual(['A', 'D']);
    await api.send('PATCH', '/products/A', { sku: 'Z' });
    expect(await usage(assetId)).toEqual(['D', 'Z']);
    await api.send('DELETE', '/products/Z');
    expect(await usage(assetId)).toEqual(['D']);
  });

  it('goes with the variants of a deleted parent', async () => {
    const { id: assetId } = await api.asset();
    await api.send('POST', '/products', { sku: 'P', name: 'P', type: 'parent' });
    await api.send('POST', '/products', { sku: 'V', type: 'variant', parent: 'P', images: [{ assetId }] });
    expect(await usage(assetId)).toEqual(['V']);
    await api.send('DELETE', '/products/P');
    expect(await usage(assetId)).toEqual([]);
  });

  it('is not recorded for writes that are refused or rolled back', async () => {
    const { id: assetId } = await api.asset();
    const items = [
      { sku: 'GOOD', name: 'x', images: [{ assetId }] },
      { sku: 'BAD', name: 'x', price: -1, images: [{ assetId }] },
    ];
    await api.send('POST', '/products/bulk', { items });
    await api.send('PATCH', '/products/GOOD', { images: [], price: -1 });
    expect(await usage(assetId)).toEqual(['GOOD']);
  });

  it('is left out when a version with a deleted asset is restored', async () => {
    const [gone, kept] = [await api.asset(), await api.asset()];
    await api.product('MUG', [{ assetId: gone.id }, { url: foreign, assetId: gone.id }, { assetId: kept.id }]);
    await api.send('DELETE', `/assets/${gone.id}`);
    const { status, data } = await api.send<Product>('POST', '/products/MUG/versions/1/restore');
    expect([status, data.images]).toEqual([200, [{ url: foreign }, { url: kept.url, assetId: kept.id }]]);
  });

  it('costs as many statements for many products as for two', async () => {
    const assets = [await api.asset(), await api.asset(), await api.asset()];
    const write = async (prefix: string, count: number) => {
      const items = Array.from({ length: count }, (_, index) => ({
        sku: `${prefix}-${index}`,
        name: 'x',
        images: [{ assetId: assets[index % 3]?.id }, { url: assets[(index + 1) % 3]?.url }],
      }));
      return (await countStatements(fixture.database, () => api.send('POST', '/products/bulk', { items }))).statements;
    };
    await write('WARM', 2);
    expect(await write('MANY', 60)).toBe(await write('FEW', 2));
    const list = async () => (await countStatements(fixture.database, () => api.list())).statements;
    const before = await list();
    for (let index = 0; index < 5; index += 1) await api.asset();
    expect(await list()).toBe(before);
  });

  it('ends in as many statements for many products as for two', async () => {
    const erase = async (count: number) => {
      const { id: assetId } = await api.asset();
      const items = Array.from({ length: count }, (_, index) => ({
        sku: `${count}-${index}`,
        name: 'x',
        images: [{ assetId }],
      }));
      await api.send('POST', '/products/bulk', { items });
      const counted = await countStatements(fixture.database, () => api.send('DELETE', `/assets/${assetId}`));
      expect(await api.list('unused=false')).toHaveLength(0);
      return counted.statements;
    };
    expect(await erase(80)).toBe(await erase(2));
  });
});
