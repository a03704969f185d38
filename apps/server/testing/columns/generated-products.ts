import { associationTypes, dimensionUnits, productStatuses, weightUnits } from '@product-content/contract';
import fc from 'fast-check';
import { createSnapshot } from '../../src/features/catalog/snapshot/create-snapshot.ts';
import type { ColumnScope } from '../../src/features/columns/column.ts';
import type { ProductDocument } from '../../src/features/products/index.ts';
import { encodeId, systemIds, type WorkspaceSettings } from '../../src/kernel/index.ts';
import { amount, attributesOfEveryType, imageWith, nullable, price, valuesWith } from './content-parts.ts';

const workspace: WorkspaceSettings = {
  id: systemIds.next(),
  slug: 'acme',
  name: 'Acme',
  defaultLocale: 'en',
  locales: ['en', 'de', 'fr-FR'],
  defaultCurrency: 'EUR',
  currencies: ['EUR', 'USD'],
};

const definitions = attributesOfEveryType('sizes');

const options = ['red', 'blue', 'S', 'M'];

/** A workspace with an attribute of every type, two categories and two collections. */
export const generatedScope: ColumnScope = {
  workspace,
  catalog: createSnapshot({
    version: '1',
    attributes: definitions.map(([code, type, localizable = false], position) => ({
      ...{ id: systemIds.next(), code, label: code, type, localizable, position },
      ...{
        required: false,
        isUnique: false,
        usableAsAxis: false,
        filterProgress: null,
        defaultValue: null,
        validation: {},
      },
      options: type.endsWith('select')
        ? options.map((option, at) => ({
            code: option,
            label: `The ${option}`,
            labels: { de: `${option}!` },
            position: at,
          }))
        : [],
    })),
    categories: ['mugs', 'plates'].map((code) => ({ id: systemIds.next(), code, name: `All ${code}`, parentId: null })),
    settings: [],
    collections: ['summer', 'winter'].map((code) => ({ id: systemIds.next(), code, name: code })),
  }),
};

/** Texts with everything that has a special meaning somewhere in a file. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    '""',
    '\\""',
    '|',
    '\\',
    'a|b',
    ' x ',
    '=1+1',
    "'=1",
    '{',
    '[]',
    'a,b;c\td',
    'l1\r\nl2\n',
    '007',
    'true',
  ),
  fc.string({ unit: 'grapheme' }),
);
/** A stored text whose surrounding white space has no meaning. */
const plain = text.map((value) => value.trim()).filter((value) => value !== '');
/** A text that is stored as it was sent. */
const formatted = text.filter((value) => value.trim() !== '');
const skus = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,12}$/), { minLength: 1, maxLength: 3 });

const image = imageWith({ altText: plain, role: plain });
const values = valuesWith({ text: plain, formatted, options });

const translation = fc.record(
  {
    name: plain,
    description: formatted,
    shortDescription: formatted,
    bullets: fc.array(plain, { minLength: 1, maxLength: 3 }),
    attributes: values(definitions.filter(([, , localizable]) => localizable)).filter(hasKeys),
  },
  { requiredKeys: [] },
);

const texts = { description: nullable(formatted), shortDescription: nullable(formatted), brand: nullable(plain) };
const measures = {
  weight: nullable(amount),
  length: nullable(amount),
  width: nullable(amount),
  height: nullable(amount),
};

/** Any product of {@link generatedScope}, as it is stored. */
export const anyProduct: fc.Arbitrary<ProductDocument> = fc
  .record({
    ...{
      name: plain,
      ...texts,
      manufacturer: nullable(plain),
      mpn: nullable(plain),
    },
    gtin: nullable(fc.constantFrom('4006381333931', '00012348')),
    status: fc.constantFrom(...productStatuses),
    bullets: fc.array(plain, { maxLength: 4 }),
    tags: fc.uniqueArray(plain, { maxLength: 4 }),
    category: nullable(fc.constantFrom('mugs', 'plates')),
    collections: fc.uniqueArray(fc.constantFrom('summer', 'winter')),
    currency: fc.constantFrom('EUR', 'USD'),
    prices: fc.record({ EUR: price, USD: price }, { requiredKeys: [] }),
    units: fc.record({ weight: fc.constantFrom(...weightUnits), dimension: fc.constantFrom(...dimensionUnits) }),
    ...{ ...measures, stock: nullable(fc.integer()), images: fc.array(image, { maxLength: 3 }) },
    attributes: values(definitions),
    translations: fc.record(
      { de: translation.filter(hasKeys), 'fr-FR': translation.filter(hasKeys) },
      { requiredKeys: [] },
    ),
    seo: fc.record({ title: nullable(plain), description: nullable(plain), slug: nullable(plain) }),
    associations: fc.record(Object.fromEntries(associationTypes.map((type) => [type, skus])), { requiredKeys: [] }),
  })
  .map(({ category, collections, ...content }) => ({
    ...{ id: encodeId('product', systemIds.next()), sku: 'MUG-1', type: 'simple', parent: null, variantAxes: [] },
    ...content,
    category: category === null ? null : referenceTo('category', category),
    collections: collections.map((code) => referenceTo('collection', code)),
    price: content.prices[content.currency]?.amount ?? null,
    ...{ version: 1, completeness: 0, createdAt: '', updatedAt: '' },
  }));

function referenceTo(kind: 'category' | 'collection', code: string) {
  return { id: encodeId(kind, generatedScope.catalog[kind](code)?.id ?? ''), code };
}

function hasKeys(value: object): boolean {
  return Object.keys(value).length > 0;
}
