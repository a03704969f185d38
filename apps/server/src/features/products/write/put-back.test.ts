import { BulkItemSchema, type ProductInput } from '@product-content/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWriterFixture, type WriterFixture } from '#testing/products/writer-fixture.ts';
import type { ProductDocument } from '../state/product-document.ts';

let fixture: WriterFixture;
beforeAll(async () => {
  fixture = await createWriterFixture();
});
afterAll(() => fixture.drop());

const space = fc.constantFrom('', ' ', '\t', '\r\n', '\u00a0', '\u3000', '\ufeff');
const text = fc
  .tuple(space, fc.constantFrom('', 'Kiln', 'a b', '<p> x </p>'), space)
  .map(([before, inner, after]) => before + inner + after);
const texts = fc.array(text, { maxLength: 4 });
const values = fc.record({ care: text, volume: fc.constantFrom(0, 1.5) }, { requiredKeys: [] });
const fields = {
  ...{ brand: text, manufacturer: text, mpn: text, description: text, shortDescription: text },
  ...{ bullets: texts, tags: texts, attributes: values },
  seo: fc.record({ title: text, description: text, slug: text }, { requiredKeys: [] }),
  images: fc.array(fc.record({ url: fc.constant('https://a.example/1.jpg'), altText: text, role: text })),
  prices: fc.record({ EUR: fc.constantFrom(1, 2.5), USD: fc.constant(3) }, { requiredKeys: [] }),
  translations: fc.record(
    { de: fc.record({ name: text, description: text, bullets: texts }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  ),
};

/** What a client sends to replace a product with what it read. */
function inputOf(document: ProductDocument): ProductInput {
  const { parent: _, category: __, collections: ___, ...shown } = document;
  return Object.fromEntries(Object.entries(shown).filter(([field]) => field in BulkItemSchema.shape)) as ProductInput;
}

it('a product that is sent back unchanged does not change, whatever white space it was created with', async () => {
  let count = 0;
  const property = fc.asyncProperty(fc.record(fields, { requiredKeys: [] }), async (content) => {
    const sku = `P-${count++}`;
    const { document } = await fixture.merge(BulkItemSchema.parse({ ...content, sku, name: ` ${sku}\n` }));
    expect(document.name).toBe(sku);
    const again = await fixture.replace(BulkItemSchema.parse({ ...inputOf(document), sku }));
    expect(again.outcome, JSON.stringify(document)).toBe('unchanged');
  });
  await fc.assert(property, { numRuns: 60 });
});
