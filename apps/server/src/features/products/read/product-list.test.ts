import { ProductSchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, createTestContext, createTestWorkspace } from '#testing/index.ts';
import { createReaderFixture, parseQuery, type ReaderFixture } from '#testing/products/reader-fixture.ts';

let fixture: ReaderFixture;
let ids: ReadonlyMap<string, string>;

const image = { url: 'https://images.example.com/mug.jpg' };

beforeAll(async () => {
  fixture = await createReaderFixture();
  await fixture.addCategory('cups', 'mugs');
  await fixture.addCategory('espresso', 'cups');
  await fixture.merge({
    sku: 'A-MUG',
    name: 'Café mug',
    brand: 'Kiln',
    tags: ['new', 'blue'],
    category: 'mugs',
  });
  await fixture.merge({ sku: 'B-CUP', name: 'Cup 100%', brand: 'kiln', mpn: 'M_1', tags: ['blue'], category: 'cups' });
  await fixture.merge({
    sku: 'C-ESPRESSO',
    name: 'Espresso cup',
    gtin: '4006381333931',
    category: 'espresso',
    price: 5,
  });
  await fixture.merge({
    sku: 'D-PLATE',
    name: 'Plate',
    status: 'approved',
    category: 'plates',
    images: [image],
    price: 10,
  });
  await fixture.merge({
    sku: 'E-SET',
    name: 'Set',
    type: 'parent',
    variantAxes: ['size'],
    description: 'Cups',
    images: [image],
  });
  await fixture.merge({
    sku: 'E-SET-S',
    type: 'variant',
    parent: 'E-SET',
    attributes: { size: 's' },
    collections: ['summer'],
  });
  await fixture.merge({
    sku: 'E-SET-L',
    type: 'variant',
    parent: 'E-SET',
    attributes: { size: 'l' },
    translations: { de: { name: 'Groß' } },
  });
  const { data } = await fixture.list();
  ids = new Map(data.map(({ sku, id }) => [sku, id]));
});
afterAll(() => fixture.drop());

const everything = ['A-MUG', 'B-CUP', 'C-ESPRESSO', 'D-PLATE', 'E-SET', 'E-SET-L', 'E-SET-S'];
const find = (parameters: Record<string, string>) => fixture.skus({ sort: 'sku:asc', ...parameters });

describe('a list of products', () => {
  it('shows the stored documents, the last changed first', async () => {
    const { data, pagination } = await fixture.list();
    expect(data).toHaveLength(7);
    expect(data.map(({ updatedAt }) => updatedAt)).toEqual(
      data
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .reverse(),
    );
    for (const product of data) expect(product).toEqual(await fixture.stored(product.sku));
    for (const product of data) expect(ProductSchema.strict().parse(product)).toEqual(product);
    expect(pagination).toEqual({ page: 1, limit: 50, total: 7, totalPages: 1, hasMore: false, nextCursor: null });
  });

  it('shows nothing of another workspace', async () => {
    const other = createTestContext(await createTestWorkspace(fixture.database));
    const { json } = await fixture.reader.list(other, parseQuery());
    expect(JSON.parse(String(json))).toMatchObject({ data: [], pagination: { total: 0, hasMore: false } });
  });
});

describe('the filter', () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, everything],
    [{ q: 'CAFE' }, ['A-MUG']],
    [{ q: 'cup espr' }, ['C-ESPRESSO']],
    [{ q: 'kiln mug' }, ['A-MUG']],
    [{ q: '0063813' }, ['C-ESPRESSO']],
    [{ q: 'e-set-' }, ['E-SET', 'E-SET-L', 'E-SET-S']],
    [{ q: 'eset-l' }, ['E-SET-L']],
    [{ q: '0%' }, ['B-CUP']],
    [{ q: 'm_1' }, ['B-CUP']],
    [{ q: '_' }, ['B-CUP']],
    [{ q: 'cup teapot' }, []],
    [{ q: '\u0301' }, []],
    [{ sku: 'B-CUP,none,not a sku,A-MUG' }, ['A-MUG', 'B-CUP']],
    [{ sku: 'b-cup' }, []],
    [{ status: 'approved' }, ['D-PLATE']],
    [{ status: 'approved,draft' }, everything],
    [{ status: 'archived' }, []],
    [{ type: 'parent' }, ['E-SET']],
    [{ type: 'parent,variant' }, ['E-SET', 'E-SET-L', 'E-SET-S']],
    [{ category: 'mugs' }, ['A-MUG', 'B-CUP', 'C-ESPRESSO']],
    [{ category: 'cups' }, ['B-CUP', 'C-ESPRESSO']],
    [{ category: 'mugs', include_subcategories: 'false' }, ['A-MUG']],
    [{ category: 'mugs,plates', include_subcategories: 'false' }, ['A-MUG', 'D-PLATE']],
    [{ category: 'espresso,none,plates' }, ['C-ESPRESSO', 'D-PLATE']],
    [{ category: 'none' }, []],
    [{ collection: 'summer' }, ['E-SET-S']],
    [{ collection: 'summer,winter,none' }, ['E-SET-S']],
    [{ collection: 'none' }, []],
    [{ tag: 'blue' }, ['A-MUG', 'B-CUP']],
    [{ tag: 'new,none' }, ['A-MUG']],
    [{ tag: 'Blue' }, []],
    [{ brand: 'Kiln' }, ['A-MUG']],
    [{ has_images: 'true' }, ['D-PLATE', 'E-SET']],
    [{ has_images: 'false' }, ['A-MUG', 'B-CUP', 'C-ESPRESSO', 'E-SET-L', 'E-SET-S']],
    [{ top_level: 'true' }, ['A-MUG', 'B-CUP', 'C-ESPRESSO', 'D-PLATE', 'E-SET']],
    [{ top_level: 'false' }, everything],
    [{ completeness_min: '80' }, ['D-PLATE']],
    [{ completeness_min: '60', completeness_max: '79' }, ['C-ESPRESSO', 'E-SET', 'E-SET-L', 'E-SET-S']],
    [{ completeness_min: '90', completeness_max: '10' }, []],
    [{ q: 'cup', brand: 'kiln', tag: 'blue', category: 'mugs', status: 'draft', has_images: 'false' }, ['B-CUP']],
  ])('%j finds %j', async (parameters, expected) => {
    expect(await find(parameters)).toEqual(expected);
  });

  it('accepts ids, but not of other kinds', async () => {
    const wanted = [ids.get('A-MUG'), 'cat_01h455vb4pex5vsknk084sn02q', 'junk', ids.get('D-PLATE')].join();
    expect(await find({ ids: wanted })).toEqual(['A-MUG', 'D-PLATE']);
    expect(await find({ ids: 'junk' })).toEqual([]);
  });

  it('takes category and collection ids as well as codes', async () => {
    const { data } = await fixture.list({ sku: 'C-ESPRESSO,E-SET-S', sort: 'sku:asc' });
    expect(await find({ category: data[0]?.category?.id ?? '' })).toEqual(['C-ESPRESSO']);
    expect(await find({ collection: data[1]?.collections[0]?.id ?? '' })).toEqual(['E-SET-S']);
  });

  it('finds what changed at or after an instant, with and without an offset', async () => {
    const { data } = await fixture.list({ sort: 'sku:asc' });
    for (const { updatedAt } of data) {
      const later = new Date(Date.parse(updatedAt) + 1).toISOString();
      for (const instant of [updatedAt, later]) {
        const expected = data.filter((product) => product.updatedAt >= instant).map((product) => product.sku);
        expect(await find({ updated_since: instant })).toEqual(expected);
        expect(await find({ updated_since: instant.replace('Z', '+00:00') })).toEqual(expected);
      }
    }
    expect(await find({ updated_since: '2100-01-01' })).toEqual([]);
  });
});

describe('a list in a locale', () => {
  it('shows each product in that locale', async () => {
    const { data } = await fixture.list({ locale: 'de', sort: 'sku:asc' });
    expect(data.map(({ sku, name, fallbackFields }) => [sku, name, fallbackFields])).toEqual([
      ['A-MUG', 'Café mug', ['name']],
      ['B-CUP', 'Cup 100%', ['name']],
      ['C-ESPRESSO', 'Espresso cup', ['name']],
      ['D-PLATE', 'Plate', ['name']],
      ['E-SET', 'Set', ['name', 'description']],
      ['E-SET-L', 'Groß', []],
      ['E-SET-S', null, []],
    ]);
    for (const product of data) expect(ProductSchema.strict().parse(product)).toEqual(product);
  });

  it('is refused for a locale of another workspace', async () => {
    await expect(fixture.list({ locale: 'it' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a list with variants', () => {
  it('shows top-level products with their variants by SKU', async () => {
    const { data, pagination } = await fixture.list({ include: 'variants', sort: 'sku:asc' });
    expect(data.map(({ sku, variants }) => [sku, variants?.map((variant) => variant.sku)])).toEqual([
      ['A-MUG', []],
      ['B-CUP', []],
      ['C-ESPRESSO', []],
      ['D-PLATE', []],
      ['E-SET', ['E-SET-L', 'E-SET-S']],
    ]);
    expect(data[4]?.variants?.[0]).toEqual(await fixture.stored('E-SET-L'));
    expect(pagination.total).toBe(5);
  });

  it('shows both in the locale', async () => {
    const { data } = await fixture.list({ include: 'variants', locale: 'de', sku: 'E-SET' });
    expect(data[0]?.variants?.[0]).toMatchObject({ name: 'Groß', locale: 'de' });
    expect(data[0]).not.toHaveProperty('translations');
  });

  it('takes as many statements for one family as for many products', async () => {
    // The first list in a locale reads the catalog.
    await fixture.list({ locale: 'de' });
    const few = await countStatements(fixture.database, () =>
      fixture.list({ include: 'variants', sku: 'E-SET', locale: 'de' }),
    );
    const many = await countStatements(fixture.database, () => fixture.list({ include: 'variants', locale: 'de' }));
    expect(many.result.data.length).toBeGreaterThan(few.result.data.length);
    expect(many.statements).toBe(few.statements);
  });
});

describe('a collection', () => {
  it('shows its products in its order, page by page', async () => {
    const id = await fixture.arrange('autumn', ['D-PLATE', 'A-MUG', 'C-ESPRESSO']);
    const page = async (number: number) =>
      JSON.parse(
        String((await fixture.reader.collectionPage(fixture.ctx, id, { page: number, limit: 2, locale: 'de' })).json),
      );
    const first = await page(1);
    expect(first.data.map((product: { sku: string }) => product.sku)).toEqual(['D-PLATE', 'A-MUG']);
    expect(first.data[0]).toMatchObject({ locale: 'de', fallbackFields: ['name'] });
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true, nextCursor: null });
    const second = await page(2);
    expect(second.data.map((product: { sku: string }) => product.sku)).toEqual(['C-ESPRESSO']);
    expect(second.pagination).toMatchObject({ total: 3, hasMore: false });
  });
});
