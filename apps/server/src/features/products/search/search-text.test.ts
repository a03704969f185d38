import { describe, expect, it } from 'vitest';
import type { ProductDocument } from '../state/product-document.ts';
import { part, searchText } from './search-text.ts';

const document = (fields: object) =>
  ({ sku: 'A', name: null, brand: null, gtin: null, mpn: null, translations: {}, ...fields }) as ProductDocument;

describe('the search text of a product', () => {
  it('begins with the SKU and the searched fields, folded', () => {
    const text = searchText(document({ sku: 'MUG-1', name: 'Café  Mug', brand: 'Kiln', mpn: 'M_1' }));
    expect(text.split(part.words)[0]?.split(' ')).toEqual(
      expect.arrayContaining(['mug-1', 'cafe', 'mug', 'kiln', 'm_1']),
    );
  });

  it('contains joined neighboring words, and every suffix of a code', () => {
    const joined = searchText(document({ sku: 'A-B-1', name: 'Canon EOS 600D', mpn: 'x.y' }))
      .split(part.joined)
      .slice(1);
    expect(joined.map((text) => text.trim())).toEqual(['ab1', 'b1', 'canoneos600d', 'eos600d', 'xy']);
  });

  it('grows in proportion to the length of the name', () => {
    const words = Array.from({ length: 250 }, (_, index) => `${index % 10}`).join(' ');
    expect(searchText(document({ name: words })).length).toBeLessThan(3 * words.length);
  });

  it('has marks only where parts begin, whatever characters a product has', () => {
    const text = searchText(document({ name: Object.values(part).join('a'), brand: part.words }));
    expect(text.split(part.words)).toHaveLength(2);
    expect(text).not.toContain(part.locale);
  });
});
