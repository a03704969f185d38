import { BulkItemSchema } from '@product-content/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyProduct, generatedScope } from '#testing/columns/generated-products.ts';
import { FieldProblems } from '../../kernel/index.ts';
import { noImageAssets, type ProductDocument } from '../products/index.ts';
import { blankContent, mergeContent } from '../products/merge/merge-input.ts';
import { type CellOptions, CellProblem, createProductColumns, type RowInput } from './index.ts';

const columns = createProductColumns(generatedScope);
const text: CellOptions = { listSeparator: '|', typed: false };
const json: CellOptions = { listSeparator: '|', typed: true };

/** The input made from the cells of a row. */
function write(cells: Readonly<Record<string, unknown>>, options: CellOptions = text): RowInput {
  const input: RowInput = {};
  for (const [key, value] of Object.entries(cells)) {
    const problem = columns.find(key)?.write(input, value, options);
    expect(problem, key).toBeNull();
  }
  return input;
}

function problemOf(key: string, value: unknown, options: CellOptions = text): CellProblem | null | undefined {
  return columns.find(key)?.write({}, value, options);
}

/** The content of a new product with an input. */
function contentOf({ prices, ...input }: RowInput) {
  const problems = new FieldProblems();
  const parsed = BulkItemSchema.parse({ ...input, prices });
  const content = mergeContent(blankContent, parsed, input.currency ?? 'EUR', {
    ...generatedScope,
    assets: noImageAssets,
    problems,
  });
  problems.throwIfAny();
  return content;
}

function contentIn(document: ProductDocument) {
  return Object.fromEntries(Object.keys(blankContent).map((key) => [key, document[key as keyof ProductDocument]]));
}

describe('the columns of a workspace', () => {
  it.each([
    ['text cells', text],
    ['text cells with other separators', { listSeparator: '; ', decimalSeparator: ',', typed: false } as const],
  ])('restore every product from %s', (_, options) => {
    fc.assert(
      fc.property(anyProduct, (document) => {
        const cells = columns.list().map(({ key, readText }) => [key, readText(document, options)] as const);
        const input = write(Object.fromEntries(cells.filter(([, cell]) => cell !== '')), options);
        expect(contentOf(input)).toEqual(contentIn(document));
        expect([input.sku, input.type, input.status]).toEqual([document.sku, document.type, document.status]);
      }),
    );
  });

  it('restore every product from JSON cells', () => {
    fc.assert(
      fc.property(anyProduct, (document) => {
        const cells = columns.list().map(({ key, read }) => [key, JSON.parse(JSON.stringify(read(document)))] as const);
        const input = write(Object.fromEntries(cells.filter(([, cell]) => cell !== null)), json);
        expect(contentOf(input)).toEqual(contentIn(document));
      }),
    );
  });

  it('are the fields of the contract, and one for each currency, attribute and locale', () => {
    const keys = columns.list().map(({ key }) => key);
    expect(keys.slice(0, 7)).toEqual(['sku', 'id', 'type', 'parent', 'variantAxes', 'status', 'name']);
    expect(keys).toEqual(
      expect.arrayContaining(['units.weight', 'seo.slug', 'associations.crossSell', 'prices.USD.cost']),
    );
    expect(keys).toEqual(expect.arrayContaining(['attributes.color', 'translations.fr-FR.attributes.care']));
    expect(keys).not.toContain('translations.de.attributes.color');
    expect(keys).not.toContain('version');
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('include a translation into the default locale on request', () => {
    const keys = columns.list({ locales: ['en'], currencies: ['CHF'] }).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['translations.en.name', 'prices.CHF']));
    expect(keys.some((key) => key.startsWith('translations.de') || key.includes('EUR'))).toBe(false);
  });

  it.each([
    'nothing',
    'attributes.unknown',
    'translations.es.name',
    'translations.de.sku',
    'prices.XXL',
    'seo',
    'prices',
    'translations.de.attributes.color',
    'name.de',
    'toString',
    'attributes.__proto__',
  ])('are not made for %s', (key) => expect(columns.find(key)).toBeUndefined());

  it('ignore computed fields', () => {
    expect(write({ id: 'prd_1', version: 3, completeness: '80' })).toEqual({});
  });
});

describe('a cell', () => {
  it('sets a part of the product and nothing else', () => {
    expect(write({ 'prices.EUR.cost': '3,5', 'translations.de.name': 'Tasse', tags: 'a| b ||' })).toEqual({
      prices: { EUR: { cost: 3.5 } },
      translations: { de: { name: 'Tasse' } },
      tags: ['a', 'b'],
    });
  });

  it("with a different separator than the file's is not a number", () => {
    const problem = problemOf('weight', '12.5', { ...text, decimalSeparator: ',' });
    expect(problem?.message).toBe('Must be a number with "," before its decimals.');
  });

  it('may be a number if a spreadsheet converted text to it', () => {
    expect(write({ sku: 4711, gtin: 40063813, name: 1984, tags: 7 })).toEqual({
      sku: '4711',
      gtin: '40063813',
      name: '1984',
      tags: ['7'],
    });
  });

  it('names options and categories by code or label', () => {
    expect(write({ 'attributes.color': 'the RED', 'attributes.sizes': 'S!|M', category: 'All Plates' })).toEqual({
      attributes: { color: 'red', sizes: ['S', 'M'] },
      category: 'plates',
    });
  });

  it('takes the first known category of several', () => {
    expect(write({ category: 'Default, plates,mugs' })).toEqual({ category: 'plates' });
  });

  it('accepts references in the form of the API', () => {
    const cells = {
      category: { id: 'cat_1', code: 'mugs' },
      parent: { id: 'x', sku: 'P' },
      collections: [{ code: 'summer' }],
    };
    expect(write(cells, json)).toEqual({ category: 'mugs', parent: 'P', collections: ['summer'] });
  });

  it('accepts words in other spellings', () => {
    expect(write({ status: 'In review', 'units.weight': 'KILOGRAM', type: 'Simple' })).toEqual({
      status: 'in_review',
      units: { weight: 'kg' },
      type: 'simple',
    });
    expect(write({ 'attributes.waterproof': 'Ja', 'attributes.released': '2024-02-29T00:00:00.000Z' })).toEqual({
      attributes: { waterproof: true, released: '2024-02-29' },
    });
  });

  it('adds to the list of another column', () => {
    const input = write({ images: 'https://a.example/1.jpg, https://a.example/2.jpg' });
    columns.find('images')?.write(input, 'https://a.example/3.jpg', text);
    expect(input.images?.map(({ url }) => url?.at(-5))).toEqual(['1', '2', '3']);
  });

  it('clears fields that may be empty', () => {
    const input: RowInput = {};
    for (const { clear } of columns.list()) clear(input);
    expect(input).toMatchObject({
      name: null,
      prices: { EUR: { amount: null, cost: null } },
      attributes: { color: null },
      translations: { de: { name: null } },
      seo: { slug: null },
    });
    for (const kept of ['sku', 'type', 'parent', 'variantAxes', 'status', 'currency', 'units'])
      expect(input).not.toHaveProperty(kept);
  });

  it.each([
    ['price', 'a lot', 'Must be a number.'],
    ['price', '1,234', '"1,234" can be 1234 or 1.234: say which decimalSeparator the file has.'],
    ['status', 'gone', 'Must be one of draft, in_review, approved, archived.'],
    ['name', ['a'], 'Must be text.'],
    ['images', '{"url":', 'An image must be an address or a JSON object with one.'],
    ['attributes.waterproof', 'maybe', 'Must be true or false.'],
    ['collections', 'summer|spring', 'No collection "spring" exists; createMissing.collections creates it.'],
  ])('of %s cannot be %j', (key, value, message) => {
    expect(problemOf(key, value)?.message).toBe(message);
  });

  it('says which records are missing', () => {
    const root = (name: string, code = name) => ({
      ...{ kind: 'category', name, code, parent: null },
      identity: name.toLowerCase(),
    });
    const option = (name: string) => ({
      ...{ kind: 'option', attribute: 'sizes', name, code: name },
      identity: name.toLowerCase(),
    });
    expect(problemOf('category', 'Bowls')?.missing).toEqual([root('Bowls')]);
    expect(problemOf('category', 'bowls,cups')?.missing).toEqual([root('bowls')]);
    expect(problemOf('category', 'Bowls, cups & co')?.missing).toEqual([root('Bowls, cups & co', 'Bowls_cups_co')]);
    expect(problemOf('attributes.sizes', 'S|XL|XXL')).toBeInstanceOf(CellProblem);
    expect(problemOf('attributes.sizes', 'S|XL|XXL')?.missing).toEqual([option('XL'), option('XXL')]);
    expect(problemOf('attributes.sizes', 'S|—')?.missing).toEqual([]);
  });
});
