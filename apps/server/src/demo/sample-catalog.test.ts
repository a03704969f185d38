import type { Asset, ChannelSummary, Product } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.container.seedSampleCatalog(app.workspace);
});
afterAll(() => app.stop());

interface List {
  readonly data: readonly (Pick<Product, 'type' | 'status' | 'sku' | 'variants'> & { readonly code?: string })[];
  readonly pagination: { readonly total: number };
}

const get = async <Body = List>(path: string): Promise<Body> => {
  const response = await fetch(`${app.baseUrl}${path}`, { headers: { 'X-API-Key': app.key } });
  return (await response.json()) as Body;
};

describe('the sample catalog', () => {
  it('has a product with variants, simple products and every status but archived', async () => {
    const { data } = await get('/products?include=variants&limit=250');
    const [parent] = data.filter((product) => product.type === 'parent');
    expect(parent?.variants).toHaveLength(3);
    expect(new Set(data.map((product) => product.status))).toEqual(new Set(['approved', 'in_review', 'draft']));
  });

  it('has German translations', async () => {
    const body = await get<object>('/products/TABLE-FOLIO?locale=de');
    expect(body).toMatchObject({ data: { name: 'Tischleuchte Folio', locale: 'de' } });
  });

  it('has products that are complete and others that are not', async () => {
    const complete = await get('/products?completeness_min=100');
    const incomplete = await get('/products?completeness_max=99');
    expect(complete.pagination.total).toBeGreaterThan(3);
    expect(incomplete.pagination.total).toBeGreaterThan(0);
  });

  it('has images that can be displayed', async () => {
    const { data } = await get<{ data: Asset[] }>('/assets');
    expect(data.map(({ fileName, width, usageCount }) => [fileName, width, usageCount])).toEqual([
      ['quay.webp', 800, 1],
      ['folio.webp', 800, 1],
      ['orbit.webp', 800, 1],
    ]);
    const file = new URL(data[0]?.url ?? '').pathname;
    expect((await fetch(new URL(file, app.baseUrl))).headers.get('content-type')).toBe('image/webp');
  });

  it('has a channel with products that are ready for it', async () => {
    const { data } = await get<{ data: ChannelSummary[] }>('/channels');
    expect(data).toMatchObject([{ code: 'google', platform: 'google_merchant', refreshing: false }]);
    expect(data[0]?.readiness.ready).toBeGreaterThan(1);
  });

  it('has a tree of categories and a collection in its own order', async () => {
    const { data } = await get('/categories');
    expect(data.map((node) => node.code)).toEqual(['lighting', 'bulbs']);
    const ordered = await get('/collections/long-evenings/products');
    expect(ordered.data.map((product) => product.sku)).toEqual(['LANTERN-QUAY', 'PENDANT-ORBIT-BRASS', 'TABLE-FOLIO']);
  });
});
