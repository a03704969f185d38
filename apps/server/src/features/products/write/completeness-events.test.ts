import type { Event, Product } from '@product-content/contract';
import { byTier } from '@product-content/test-support/tiers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { follow } from '#testing/events/feed-reader.ts';
import { countStatements, settled } from '#testing/index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await openCatalog();
});
afterAll(() => fixture.stop());

const images = [{ url: 'https://example.com/1.jpg' }];
const full = { name: 'Mug', description: 'Blue.', category: 'mugs', price: 1, images, attributes: { color: 'red' } };

/** Mugs require `color`, tools require nothing. */
async function openCatalog(): Promise<CatalogClient> {
  const client = await fixture.client();
  await client.post('/attributes', { code: 'color', type: 'text', required: true });
  await client.post('/attributes', { code: 'size', type: 'text', usableAsAxis: true });
  for (const code of ['mugs', 'tools']) await client.post('/categories', { code });
  await client.put('/categories/mugs/attributes', { attributes: ['color'] });
  return client;
}

const types = 'product.became_complete,product.became_incomplete,product.deleted';

/** The events about completeness, after the background task has processed all catalog changes. */
async function readEvents(client: CatalogClient): Promise<Event[]> {
  await fixture.runTask('completeness.recompute');
  await settled(fixture.database);
  return (await follow(client, null, `limit=250&types=${types}`)).events;
}

/** `+MUG` for a product that became complete, `-MUG: missing` for one that became incomplete, `MUG` for a deletion. */
function describeEvent({ type, data }: Event): string {
  if (type === 'product.became_complete') return `+${data.product.sku}`;
  if (type === 'product.became_incomplete') return `-${data.product.sku}: ${data.missing.join()}`;
  return type === 'product.deleted' ? data.sku : type;
}

const crossings = async () => (await readEvents(api)).map(describeEvent);

describe('the events of the completeness of a product', () => {
  it('come only when it crosses 100', async () => {
    await api.product({ sku: 'DRAFT' });
    await api.product({ sku: 'MUG', ...full });
    await api.patch('/products/MUG', { stock: 3, description: 'Red.' });
    await api.patch('/products/MUG', { description: null });
    await api.patch('/products/MUG', { images: [] });
    await api.patch('/products/MUG', { description: 'Red.', images });
    expect(await crossings()).toEqual(['+MUG', '-MUG: description', '+MUG']);
  });

  it('show the product of the same version as the event before them', async () => {
    await api.product({ sku: 'MUG', ...full });
    await api.patch('/products/MUG', { price: null, status: 'approved' });
    await settled(fixture.database);
    const all = `product.created,product.updated,product.status_changed,${types}`;
    const { events } = await follow(api, null, `types=${all}`);
    expect(events.map(({ type }) => type)).toEqual([
      ...['product.created', 'product.became_complete'],
      ...['product.updated', 'product.status_changed', 'product.became_incomplete'],
    ]);
    const [created, complete, updated, , incomplete] = events.map(({ data }) => data);
    expect(complete).toEqual(created);
    expect(incomplete).toEqual({ product: (updated as { product: Product }).product, missing: ['price'] });
  });

  it('come for each version of a product that one bulk request changes twice', async () => {
    const items = [
      { sku: 'MUG', ...full },
      { sku: 'MUG', price: null },
      { sku: 'MUG', price: 2 },
      { sku: 'CUP', ...full },
    ];
    await api.post('/products/bulk', { items });
    expect((await crossings()).toSorted()).toEqual(['+CUP', '+MUG', '+MUG', '-MUG: price']);
  });

  it('come when an earlier version is restored', async () => {
    await api.product({ sku: 'MUG', ...full });
    await api.patch('/products/MUG', { images: [] });
    await api.post('/products/MUG/versions/1/restore', undefined);
    expect(await crossings()).toEqual(['+MUG', '-MUG: images', '+MUG']);
  });

  it('come for variants that inherit from a parent that changes', async () => {
    await api.product({ sku: 'P', ...full, type: 'parent', variantAxes: ['size'] });
    for (const size of ['S', 'L']) {
      await api.post('/products', { sku: size, type: 'variant', parent: 'P', attributes: { size } });
    }
    await api.patch('/products/S', { description: 'Small.' });
    await api.patch('/products/P', { description: null });
    expect(await crossings()).toEqual(['+P', '+S', '+L', '-P: description', '-L: description']);
  });

  it('come when an attribute becomes required or optional, or is deleted', async () => {
    await api.post('/attributes', { code: 'note', type: 'text' });
    await api.put('/categories/mugs/attributes', { attributes: ['color', 'note'] });
    await api.product({ sku: 'MUG', ...full });
    await api.patch('/attributes/note', { required: true });
    expect(await crossings()).toEqual(['+MUG', '-MUG: attributes.note']);
    await api.delete('/attributes/note');
    await api.put('/categories/mugs/attributes', { attributes: [] });
    expect(await crossings()).toEqual(['+MUG', '-MUG: attributes.note', '+MUG']);
  });

  it('come when a category is deleted, with the missing category or the requirements of the next one', async () => {
    await api.product({ sku: 'A', ...full, category: 'tools', attributes: {} });
    await api.delete('/categories/tools?reassign_to=mugs');
    await api.product({ sku: 'B', ...full });
    await api.delete('/categories/mugs?reassign_to=');
    const events = await crossings();
    expect(events.slice(0, 3)).toEqual(['+A', '-A: attributes.color', '+B']);
  });

  it('need no additional statement, however many there are', async () => {
    const write = async (count: number, input: object) => {
      const items = Array.from({ length: count }, (_, index) => ({ sku: `${count}-${index}`, ...input }));
      return (await countStatements(fixture.database, () => api.post('/products/bulk', { items }))).texts.length;
    };
    await write(10, full);
    const without = await write(50, { ...full, description: null });
    expect(await write(51, full)).toBe(without);
    expect(await write(200, full)).toBe(without);
  });
});

const skus = ['A', 'B', 'P', 'V', 'W'] as const;
const skuArbitrary = fc.constantFrom(...skus);
const inputArbitrary = fc.record(
  {
    description: fc.constantFrom(null, 'Blue.'),
    category: fc.constantFrom(null, 'mugs', 'tools'),
    price: fc.constantFrom(null, 1),
    images: fc.constantFrom([], images),
    attributes: fc.constantFrom({ color: null }, { color: 'red' }),
  },
  { requiredKeys: [] },
);
const variantOf = (sku: string) => (sku < 'V' ? {} : { type: 'variant', parent: 'P', name: null });

type Step = (client: CatalogClient) => Promise<{ readonly status: number }>;

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(skuArbitrary, inputArbitrary).map(
      ([sku, input]): Step =>
        (client) =>
          client.patch(`/products/${sku}`, input),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.array(fc.tuple(skuArbitrary, inputArbitrary), { minLength: 1, maxLength: 4 }).map((chosen): Step => {
      const items = chosen.map(([sku, input]) => ({ sku, ...(sku < 'P' ? { name: sku } : variantOf(sku)), ...input }));
      return (client) => client.post('/products/bulk', { items });
    }),
  },
  skuArbitrary.map(
    (sku): Step =>
      (client) =>
        client.put(`/products/${sku}`, { ...full, ...variantOf(sku) }),
  ),
  skuArbitrary.map(
    (sku): Step =>
      (client) =>
        client.delete(`/products/${sku}`),
  ),
  skuArbitrary.map(
    (sku): Step =>
      (client) =>
        client.post(`/products/${sku}/versions/1/restore`, undefined),
  ),
  fc.boolean().map(
    (required): Step =>
      (client) =>
        client.patch('/attributes/color', { required }),
  ),
  fc.constantFrom([], ['color']).map(
    (attributes): Step =>
      (client) =>
        client.put('/categories/tools/attributes', { attributes }),
  ),
  fc.constant<Step>((client) => client.delete('/categories/tools?reassign_to=mugs')),
  fc.constant<Step>((client) => client.post('/categories', { code: 'tools' })),
  fc.constant<Step>((client) => client.delete('/attributes/color')),
  fc.constant<Step>(async () => {
    await fixture.runTask('completeness.recompute');
    return { status: 200 };
  }),
);

it('give the complete products when replayed, whatever was written at the same time', async () => {
  const rounds = fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(rounds, async (steps) => {
    const client = await openCatalog();
    await client.product({ ...full, sku: 'P', type: 'parent', variantAxes: [] });
    await client.post('/products', { sku: 'V', type: 'variant', parent: 'P' });
    for (const round of steps) {
      const responses = await Promise.all(round.map((step) => step(client)));
      for (const { status } of responses) expect(status).toBeLessThan(500);
    }
    const complete = new Set<string>();
    for (const { type, data } of await readEvents(client)) {
      if (type === 'product.deleted') complete.delete(data.id);
      else if ('product' in data) {
        expect([data.product.completeness === 100, complete.has(data.product.id)]).toEqual(
          type === 'product.became_complete' ? [true, false] : [false, true],
        );
        if (type === 'product.became_complete') complete.add(data.product.id);
        else complete.delete(data.product.id);
      }
    }
    const { data } = await client.get<Product[]>('/products?completeness_min=100&limit=250');
    expect(complete).toEqual(new Set(data.map(({ id }) => id)));
  });
  await fc.assert(property, { numRuns: byTier({ behavior: 5, exhaustive: 15 }) });
});
