import { isOptIn } from '@product-content/contract';
import { byTier } from '@product-content/test-support/tiers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyRecord, type App, sharedApp } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;
let count = 0;

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  await open.category('mugs');
  await open.collection('summer');
  await open.collection('sale');
  await open.attribute('color', 'text', { localizable: true });
  await open.attribute('depth', 'integer');
  await open.product('OTHER');
});

const word = fc.constantFrom('', 'a', 'b', 'ß');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const amount = fc.constantFrom(0, 1.5, 19.99);
const attributes = fc.record({ color: nullable(word), depth: nullable(fc.nat(2)) }, { requiredKeys: [] });
const translation = fc.record(
  {
    name: word,
    bullets: fc.array(word, { maxLength: 2 }),
    attributes: fc.record({ color: nullable(word) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

/** What a client may send about content, with every way of leaving out, clearing and merging. */
const content = fc.record(
  {
    name: fc.constantFrom('Mug', 'Cup'),
    description: nullable(word),
    tags: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    bullets: nullable(fc.array(word, { maxLength: 2 })),
    stock: nullable(fc.nat(2)),
    category: nullable(fc.constant('mugs')),
    collections: fc.subarray(['summer', 'sale']),
    currency: fc.constantFrom('EUR', 'USD'),
    prices: nullable(fc.dictionary(fc.constantFrom('EUR', 'USD'), amount)),
    units: fc.record({ weight: fc.constantFrom('g', 'kg') }, { requiredKeys: [] }),
    images: fc.array(fc.constant({ url: 'https://example.com/1.jpg' }), { maxLength: 1 }),
    attributes: nullable(attributes),
    translations: nullable(fc.record({ de: nullable(translation), fr: nullable(translation) }, { requiredKeys: [] })),
    seo: nullable(fc.record({ title: nullable(word), slug: nullable(word) }, { requiredKeys: [] })),
    associations: nullable(fc.record({ upsell: nullable(fc.constant(['OTHER'])) }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
);

const step = fc.record({
  method: fc.constantFrom('PATCH', 'PUT', 'bulk'),
  input: content,
  again: optional(fc.constant(true)),
});

/** What of a product is content: all but what is told about every version, and what only single products show. */
function contentOf({ version: _, updatedAt: __, completenessDetails: ___, ...rest }: AnyRecord): object {
  return rest;
}

/** The same content of another product. */
function withoutIdentity(product: AnyRecord): object {
  const { id: _, sku: __, createdAt: ___, ...rest } = contentOf(product) as AnyRecord;
  return rest;
}

async function apply(sku: string, method: string, input: object): Promise<AnyRecord> {
  if (method === 'PATCH') return open.patch(`/products/${sku}`, input);
  if (method === 'PUT') return open.put(`/products/${sku}`, { name: 'Mug', ...input });
  const response = await open.api.post<{ results: { product: AnyRecord }[] }>('/products/bulk?include=products', {
    items: [{ sku, ...input }],
  });
  const [result] = response.data.results;
  if (result?.product === undefined) throw new Error(`The item failed: ${response}`);
  return result.product;
}

describe('whatever is done to a product', () => {
  it('its version is incremented exactly when it changes, and every version, event and list agrees with it', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const sku = `H-${count++}`;
      await open.newEvents();
      const states = [await open.product(sku, { name: 'Mug' })];
      for (const { method, input, again } of steps) {
        for (const _ of again ? [1, 2] : [1]) {
          const before = states.at(-1) as AnyRecord;
          const after = await apply(sku, method, input);
          const changed = JSON.stringify(contentOf(before)) !== JSON.stringify(contentOf(after));
          expect(after.version).toBe(before.version + (changed ? 1 : 0));
          expect(after.updatedAt === before.updatedAt).toBe(!changed);
          if (changed) states.push(after);
        }
      }
      const current = await open.read(`/products/${sku}`);
      expect(contentOf(current)).toEqual(contentOf(states.at(-1) as AnyRecord));
      expect(await open.read(`/products?sku=${sku}`)).toMatchObject([contentOf(current)]);
      for (const state of states) {
        expect(contentOf(await open.read(`/products/${sku}/versions/${state.version}`))).toEqual(contentOf(state));
      }
      const events = (await open.newEvents()).filter(({ type }) => !isOptIn(type));
      expect(events.map(({ type, version }) => [type, version])).toEqual(
        states.map(({ version }) => [version === 1 ? 'product.created' : 'product.updated', version]),
      );
    });
    await fc.assert(property, { numRuns: byTier({ behavior: 10, exhaustive: 40 }) });
  });

  it('any version can be restored', async () => {
    const property = fc.asyncProperty(
      fc.array(content, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      async (inputs, pick) => {
        const sku = `R-${count++}`;
        await open.product(sku, { name: 'Mug' });
        for (const input of inputs) await open.put(`/products/${sku}`, { name: 'Mug', ...input });
        const { version: last } = await open.read(`/products/${sku}`);
        const version = 1 + (pick % last);
        const old = await open.read(`/products/${sku}/versions/${version}`);
        const { data: restored } = await open.api.post(`/products/${sku}/versions/${version}/restore`);
        expect(contentOf(restored)).toEqual(contentOf(old));
        const { changes } = await open.read<{ changes: unknown[] }>(
          `/products/${sku}/versions/${restored.version}/diff?against=${version}`,
        );
        expect(changes).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: byTier({ behavior: 8, exhaustive: 30 }) });
  });

  it('a new product is the same by POST, by PUT and by bulk', async () => {
    const property = fc.asyncProperty(content, async (sent) => {
      const input = { name: 'Mug', ...sent };
      const [a, b, c] = [1, 2, 3].map((index) => `N-${index}-${count}`) as [string, string, string];
      count += 1;
      const posted = await open.product(a, input);
      const put = await open.put<AnyRecord>(`/products/${b}`, input);
      const bulk = await apply(c, 'bulk', input);
      expect(withoutIdentity(put)).toEqual(withoutIdentity(posted));
      expect(withoutIdentity(bulk)).toEqual(withoutIdentity(posted));
    });
    await fc.assert(property, { numRuns: byTier({ behavior: 8, exhaustive: 30 }) });
  });
});
