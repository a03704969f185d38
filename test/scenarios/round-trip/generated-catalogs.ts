import {
  associationTypes,
  type BulkResult,
  dimensionUnits,
  type ProductStatus,
  productStatuses,
  weightUnits,
} from '@product-content/contract';
import {
  amount,
  attributesOfEveryType,
  imageWith,
  nullable,
  price,
  valuesWith,
} from '@product-content/server/testing/content-parts';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { OpenWorkspace } from '../open-workspace.ts';

const attributes = attributesOfEveryType('marks');
const options = ['red', 'blue', '007', 'true'];
const sizes = ['s', 'm', 'l', '42'];

/** The catalog that generated products refer to. */
export async function defineCatalog(open: OpenWorkspace): Promise<void> {
  const toOptions = (codes: readonly string[]) => ({ options: codes.map((code) => ({ code, label: `The ${code}` })) });
  await open.attribute('size', 'select', { usableAsAxis: true, ...toOptions(sizes) });
  for (const [code, type, localizable] of attributes) {
    await open.attribute(code, type, {
      ...(localizable && { localizable }),
      ...(type.endsWith('select') && toOptions(options)),
    });
  }
  await open.category('mugs');
  await open.category('travel', { parent: 'mugs' });
  for (const code of ['summer', '2024']) await open.collection(code);
}

/** Texts with everything that has a meaning somewhere in a file. */
const text = fc.oneof(
  fc.constantFrom(
    '""',
    '\\""',
    '|',
    '\\',
    'a|b',
    ' x ',
    '{',
    '[]',
    '["a"]',
    'a,b;c\td',
    '\n',
    'l1\r\nl2\n',
    '\r',
    '\t',
  ),
  fc.constantFrom(
    '=1+1',
    "'=1",
    "''",
    '-1',
    '+49 1',
    '@a',
    '007',
    '1e5',
    'true',
    'NULL',
    '#N/A',
    '2024-02-29',
    '1,5',
    '٣',
  ),
  fc.constantFrom(
    '<b>&amp;</b>',
    ']]>',
    '<!-- -->',
    '_x000D_',
    '\u{feff}a',
    '\u{a0}',
    'Größe €',
    '👩‍👩‍👧',
    'a\u{7}b',
    '\u{fffe}',
  ),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);
const name = text.filter((value) => value.trim() !== '');
const values = valuesWith({ text, options, minChosen: 1 });

const translation = fc.record(
  {
    ...{ name, description: text, shortDescription: text, bullets: fc.array(text, { minLength: 1, maxLength: 3 }) },
    attributes: values(attributes.filter(([, , localizable]) => localizable)),
  },
  { requiredKeys: [] },
);
const image = imageWith({ altText: text, role: text });

const content = fc.record(
  {
    ...{ description: text, shortDescription: text, brand: text, manufacturer: text, mpn: text },
    gtin: fc.constantFrom('4006381333931', '00012348'),
    status: fc.constantFrom(...productStatuses),
    bullets: fc.array(text, { maxLength: 4 }),
    tags: fc.uniqueArray(
      name.map((tag) => tag.trim()),
      { maxLength: 4 },
    ),
    category: nullable(fc.constantFrom('mugs', 'travel')),
    collections: fc.uniqueArray(fc.constantFrom('summer', '2024')),
    currency: fc.constantFrom('EUR', 'USD'),
    prices: fc.record({ EUR: price, USD: price }, { requiredKeys: [] }),
    units: fc.record({ weight: fc.constantFrom(...weightUnits), dimension: fc.constantFrom(...dimensionUnits) }),
    ...{ weight: amount, length: amount, width: amount, height: amount, stock: fc.integer() },
    images: fc.array(image, { maxLength: 3 }),
    attributes: values(attributes),
    translations: fc.record({ de: translation, fr: translation }, { requiredKeys: [] }),
    seo: fc.record({ title: text, description: text, slug: text }, { requiredKeys: [] }),
    associations: fc.record(
      Object.fromEntries(
        associationTypes.map((type) => [type, fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 })]),
      ),
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;
type Family = readonly [parent: Content, variants: Readonly<Record<string, Content>>];

/** By type, places in the list of all products. */
type Associations = Readonly<Record<string, readonly number[] | undefined>>;

/** SKUs that are something else to those who guess. */
const skuStarts = ['00', '1E', 'true.', '', 'M_'];

function toItems(simples: readonly Content[], families: readonly Family[], title: string) {
  let count = 0;
  const sku = () => `${skuStarts[count % skuStarts.length]}${1000 + count++}`;
  const items: { sku: string; status?: ProductStatus; attributes?: object; associations?: Associations }[] = [];
  for (const simple of simples) items.push({ ...simple, sku: sku(), ...{ name: title } });
  for (const [parent, variants] of families) {
    const owner = sku();
    items.push({ ...parent, sku: owner, ...{ name: title, type: 'parent', variantAxes: ['size'] } });
    for (const [size, { attributes: own, ...variant }] of Object.entries(variants)) {
      items.push({ ...variant, sku: sku(), attributes: { ...own, size }, ...{ type: 'variant', parent: owner } });
    }
  }
  const skus = items.map((item) => item.sku);
  return items.map(({ associations = {}, ...item }) => ({
    ...item,
    associations: Object.fromEntries(
      Object.entries(associations).map(([type, places = []]) => [
        type,
        [...new Set(places.map((n) => skus[n % skus.length]))],
      ]),
    ),
  }));
}

/** Products of the catalog of {@link defineCatalog}, as a bulk request takes them. Associations may lead anywhere. */
export const anyCatalog = fc
  .tuple(
    fc.array(content, { minLength: 5, maxLength: 30, size: 'max' }),
    fc.array(fc.tuple(content, fc.dictionary(fc.constantFrom(...sizes), content)), {
      minLength: 2,
      maxLength: 6,
      size: 'max',
    }),
    name,
  )
  .map(([simples, families, title]) => toItems(simples, families, title));

/** Fills a workspace. */
export async function createProducts(open: OpenWorkspace, items: ReturnType<typeof toItems>): Promise<void> {
  const send = async (part: readonly object[]) => {
    const { data } = await open.api.post<BulkResult>('/products/bulk', { items: part });
    expect(data.results.filter(({ status }) => status === 'failed')).toEqual([]);
  };
  // No product is created archived, nor with associations to products that are still to come.
  const isArchived = (status: ProductStatus | undefined) => status === 'archived';
  await send(items.map(({ associations: _, status, ...item }) => (isArchived(status) ? item : { ...item, status })));
  await send(
    items.map(({ sku, associations, status }) => ({ sku, associations, ...(isArchived(status) && { status }) })),
  );
}
