import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, diffDocuments, type FieldChange, type JsonObject } from './diff.ts';

const mug = {
  id: 'prd_01h455vb4pex5vsknk084sn02q',
  sku: 'MUG',
  parent: null,
  version: 3,
  name: 'Mug',
  bullets: ['Stoneware', '300 ml'],
  category: { id: 'cat_01h455vb4pex5vsknk084sn02q', code: 'mugs' },
  prices: { EUR: { amount: 12.5 } },
  units: { weight: 'g', dimension: 'mm' },
  images: [{ url: 'https://images.example.com/mug.jpg' }],
  attributes: { color: 'blue' },
  translations: { de: { name: 'Tasse', attributes: { material: 'Steingut' } } },
  seo: { title: null, description: null, slug: null },
  associations: { upsell: ['TEAPOT'] },
  updatedAt: '2026-01-31T09:30:00.000Z',
};

describe('the difference of two product documents', () => {
  it('is empty for documents that differ in version and updatedAt only', () => {
    expect(diffDocuments(mug, { ...mug, version: 4, updatedAt: '2026-02-01T00:00:00.000Z' })).toEqual([]);
  });

  it.each<[string, JsonObject, FieldChange[]]>([
    ['a field', { name: 'Cup' }, [{ path: 'name', before: 'Mug', after: 'Cup' }]],
    ['a cleared field', { name: null }, [{ path: 'name', before: 'Mug', after: null }]],
    [
      'an attribute that was added and one that was removed',
      { attributes: { size: 'L' } },
      [
        { path: 'attributes.size', after: 'L' },
        { path: 'attributes.color', before: 'blue' },
      ],
    ],
    [
      'the price of one currency as a whole',
      { prices: { EUR: { amount: 12.5, compareAt: 15 }, USD: { amount: 14 } } },
      [
        { path: 'prices.EUR', before: { amount: 12.5 }, after: { amount: 12.5, compareAt: 15 } },
        { path: 'prices.USD', after: { amount: 14 } },
      ],
    ],
    ['one unit', { units: { weight: 'kg', dimension: 'mm' } }, [{ path: 'units.weight', before: 'g', after: 'kg' }]],
    [
      'one field of seo',
      { seo: { title: 'Mugs', description: null, slug: null } },
      [{ path: 'seo.title', before: null, after: 'Mugs' }],
    ],
    [
      'one kind of association as a whole list',
      { associations: { upsell: ['TEAPOT', 'TRAY'] } },
      [{ path: 'associations.upsell', before: ['TEAPOT'], after: ['TEAPOT', 'TRAY'] }],
    ],
    [
      'a list as a whole, its order included',
      { bullets: ['300 ml', 'Stoneware'] },
      [{ path: 'bullets', before: ['Stoneware', '300 ml'], after: ['300 ml', 'Stoneware'] }],
    ],
    [
      'images as a whole',
      { images: [{ url: 'https://images.example.com/mug.jpg', altText: 'A mug' }] },
      [
        {
          path: 'images',
          before: [{ url: 'https://images.example.com/mug.jpg' }],
          after: [{ url: 'https://images.example.com/mug.jpg', altText: 'A mug' }],
        },
      ],
    ],
    [
      'the category as a whole',
      { category: { id: 'cat_01h455vb4pex5vsknk084sn02r', code: 'cups' } },
      [{ path: 'category', before: mug.category, after: { id: 'cat_01h455vb4pex5vsknk084sn02r', code: 'cups' } }],
    ],
    [
      'translated fields and translated attributes',
      { translations: { de: { name: 'Becher', attributes: {} } } },
      [
        { path: 'translations.de.name', before: 'Tasse', after: 'Becher' },
        { path: 'translations.de.attributes.material', before: 'Steingut' },
      ],
    ],
    [
      'a locale that was added field by field, and one that was removed',
      { translations: { fr: { name: 'Tasse', bullets: ['Grès'] } } },
      [
        { path: 'translations.fr.name', after: 'Tasse' },
        { path: 'translations.fr.bullets', after: ['Grès'] },
        { path: 'translations.de.name', before: 'Tasse' },
        { path: 'translations.de.attributes.material', before: 'Steingut' },
      ],
    ],
    [
      'an attribute named like a member of every object',
      { attributes: { color: 'blue', constructor: 'x' } },
      [{ path: 'attributes.constructor', after: 'x' }],
    ],
  ])('names %s', (_, change, expected) => {
    expect(diffDocuments(mug, { ...mug, ...change })).toEqual(expected);
  });

  it('names every field with a value when there was nothing before', () => {
    const { version: _, updatedAt: __, ...fields } = mug;
    expect(changedFields(null, { ...fields, brand: null, tags: [], attributes: {}, version: 1 })).toEqual([
      'id',
      'sku',
      'name',
      'bullets',
      'category',
      'prices.EUR',
      'units.weight',
      'units.dimension',
      'images',
      'translations.de.name',
      'translations.de.attributes.material',
      'associations.upsell',
    ]);
  });

  it('treats a field that an older document lacks as empty', () => {
    expect(diffDocuments({ sku: 'A' }, { sku: 'A', stock: null, tags: [], prices: {} })).toEqual([]);
    expect(diffDocuments({ sku: 'A' }, { sku: 'A', stock: 0 })).toEqual([{ path: 'stock', after: 0 }]);
  });

  it('distinguishes an empty attribute value from a missing one', () => {
    expect(diffDocuments({ attributes: {} }, { attributes: { sizes: [] } })).toEqual([
      { path: 'attributes.sizes', after: [] },
    ]);
  });
});

describe('the algebra of differences', () => {
  const code = fc.constantFrom('a', 'b', 'constructor');
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }));
  const values = fc.dictionary(code, value, { noNullPrototype: true });
  const document = fc.record({
    name: fc.option(fc.string()),
    tags: fc.array(fc.string(), { maxLength: 2 }),
    attributes: values,
    translations: fc.dictionary(fc.constantFrom('de', 'fr'), fc.record({ name: fc.string(), attributes: values }), {
      noNullPrototype: true,
    }),
  });

  it('a document equals itself, whatever the order of its keys', () => {
    fc.assert(
      fc.property(document, (product) => {
        const reversed = Object.fromEntries(Object.entries(product).reverse());
        expect(diffDocuments(product, reversed)).toEqual([]);
      }),
    );
  });

  it('the reverse names the same paths with before and after swapped', () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        const there = diffDocuments(a, b).map(({ path, before, after }) => ({ path, before, after }));
        const back = diffDocuments(b, a).map(({ path, before, after }) => ({ path, before: after, after: before }));
        expect(new Set(there.map((change) => JSON.stringify(change)))).toEqual(
          new Set(back.map((change) => JSON.stringify(change))),
        );
      }),
    );
  });

  it('each path is named once, and applying the changes gives the later document', () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        const changes = diffDocuments(a, b);
        expect(new Set(changes.map((change) => change.path)).size).toBe(changes.length);
        const result = structuredClone(a) as Record<string, unknown>;
        for (const change of changes) apply(result, change);
        expect(diffDocuments(result, b)).toEqual([]);
      }),
    );
  });
});

function apply(document: Record<string, unknown>, change: FieldChange): void {
  const keys = change.path.split('.');
  const last = keys.pop() ?? '';
  let target = document;
  for (const key of keys) {
    if (!Object.hasOwn(target, key)) target[key] = {};
    target = target[key] as Record<string, unknown>;
  }
  if (Object.hasOwn(change, 'after')) target[last] = change.after;
  else delete target[last];
}
