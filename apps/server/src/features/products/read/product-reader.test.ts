import { ProductSchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, createTestContext, createTestWorkspace } from '#testing/index.ts';
import { createReaderFixture, type ReaderFixture } from '#testing/products/reader-fixture.ts';

let fixture: ReaderFixture;
beforeAll(async () => {
  fixture = await createReaderFixture();
  await fixture.merge({
    sku: 'PLAIN',
    name: 'Mug',
    translations: { de: { name: 'Tasse' } },
    attributes: { care: 'Wash' },
  });
  await fixture.merge({ sku: 'FAMILY', name: 'Shirt', type: 'parent', variantAxes: ['color'] });
  for (const color of ['red', 'blue']) await addVariant(color);
});
afterAll(() => fixture.drop());

const addVariant = (color: string) =>
  fixture.merge({ sku: `SHIRT-${color}`, type: 'variant', parent: 'FAMILY', attributes: { color } });

async function get(reference: string, query = {}) {
  const found = await fixture.reader.get(fixture.ctx, reference, query);
  return found && { ...found, data: JSON.parse(found.json).data };
}

describe('a single product', () => {
  it('is the stored document with the details of its completeness', async () => {
    const stored = await fixture.stored('PLAIN');
    const { data, entityTag } = (await get('PLAIN')) ?? {};
    const { completenessDetails, ...document } = data;
    expect(document).toEqual(stored);
    expect(completenessDetails).toEqual({
      required: 5,
      filled: 1,
      missing: ['description', 'category', 'price', 'images'],
    });
    expect(ProductSchema.strict().parse(data)).toEqual(data);
    expect(entityTag).toEqual({ value: `${stored?.id}.1`, weak: false });
  });

  it('is found by its id, and an id wins over a SKU of the same form', async () => {
    const id = (await fixture.stored('PLAIN'))?.id ?? '';
    await fixture.merge({ sku: 'OTHER', name: 'Renamed to the id of another product' });
    const rename = { mode: 'merge', whenMissing: 'not_found', whenExisting: 'change' } as const;
    await fixture.writer.save(fixture.ctx, { reference: 'OTHER', input: { sku: id }, ...rename });
    expect((await get(id))?.data.sku).toBe('PLAIN');
    const unused = 'prd_01h455vb4pex5vsknk084sn02q';
    await fixture.merge({ sku: unused, name: 'The form of an id' });
    expect((await get(unused))?.data.sku).toBe(unused);
  });

  it.each(['NONE', 'plain', 'prd_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'with space', '', 'a\u0000b'])(
    'is null for %j',
    async (reference) => {
      expect(await get(reference)).toBeNull();
      expect(await fixture.reader.tag(fixture.ctx, reference)).toBeNull();
    },
  );

  it('is null in another workspace', async () => {
    const other = createTestContext(await createTestWorkspace(fixture.database));
    expect(await fixture.reader.get(other, 'PLAIN')).toBeNull();
    expect(await fixture.reader.tag(other, 'PLAIN')).toBeNull();
  });

  it('takes one statement, even when many are read at once', async () => {
    const once = await countStatements(fixture.database, () => get('PLAIN'));
    expect(once.statements).toBe(1);
    const skus = ['PLAIN', 'FAMILY', 'SHIRT-red', 'PLAIN', 'NONE'];
    const many = await countStatements(fixture.database, () => Promise.all(skus.map((sku) => get(sku))));
    expect(many.statements).toBe(1);
    expect(many.result.map((product) => product?.data.sku)).toEqual([
      'PLAIN',
      'FAMILY',
      'SHIRT-red',
      'PLAIN',
      undefined,
    ]);
  });

  it('is visible to the transaction that writes it, and to no other', async () => {
    await expect(
      fixture.database.transaction(async () => {
        await fixture.merge({ sku: 'UNDONE', name: 'Undone' });
        expect((await get('UNDONE'))?.data.name).toBe('Undone');
        throw new Error('Undo.');
      }),
    ).rejects.toThrow('Undo.');
    expect(await get('UNDONE')).toBeNull();
  });
});

describe('a product in a locale', () => {
  it('shows its content in that locale', async () => {
    const { data } = (await get('PLAIN', { locale: 'de' })) ?? {};
    expect(data).toMatchObject({ name: 'Tasse', locale: 'de', fallbackFields: ['attributes.care'] });
    expect(ProductSchema.strict().parse(data)).toEqual(data);
  });

  it('is refused for a locale the workspace does not have', async () => {
    await expect(get('PLAIN', { locale: 'it' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { fieldErrors: { locale: 'Not a locale of the workspace: en, de, fr.' } },
    });
  });
});

// The last test adds a variant.
describe('a product with its variants', { shuffle: false }, () => {
  it('shows them in the order of their SKUs', async () => {
    const { data } = (await get('FAMILY', { include: ['variants'] })) ?? {};
    expect(data.variants.map((variant: { sku: string }) => variant.sku)).toEqual(['SHIRT-blue', 'SHIRT-red']);
    expect(data.variants[1]).toEqual(await fixture.stored('SHIRT-red'));
    expect(ProductSchema.strict().parse(data)).toEqual(data);
  });

  it('shows each in the locale', async () => {
    const { data } = (await get('FAMILY', { include: ['variants'], locale: 'de' })) ?? {};
    expect(data.variants[0]).toMatchObject({ locale: 'de', fallbackFields: [] });
  });

  it('has an empty list where there are none', async () => {
    expect((await get('PLAIN', { include: ['variants'] }))?.data.variants).toEqual([]);
  });

  it('takes as many statements for two variants as for three', async () => {
    const read = () => get('FAMILY', { include: ['variants'] });
    const two = await countStatements(fixture.database, read);
    await addVariant('green');
    const three = await countStatements(fixture.database, read);
    expect(three.result?.data.variants).toHaveLength(3);
    expect(three.statements).toBe(two.statements);
  });
});

describe('the entity tag', () => {
  const views = [{}, { locale: 'de' }, { include: ['variants'] }, { include: ['variants'], locale: 'de' }];

  it('differs between the views of one product', async () => {
    const tags = await Promise.all(views.map(async (view) => (await get('FAMILY', view))?.entityTag.value));
    expect(new Set(tags).size).toBe(views.length);
  });

  it.each(views)('is known without the document for %j', async (view) => {
    const { result, texts } = await countStatements(fixture.database, () =>
      fixture.reader.tag(fixture.ctx, 'FAMILY', view),
    );
    expect(result).toEqual((await get('FAMILY', view))?.entityTag);
    expect(texts.filter((text) => text.includes('document'))).toEqual([]);
  });

  it('of a view with variants changes when one of them changes, joins or leaves; the plain one does when the product does', async () => {
    const seen = new Set<string | undefined>();
    const look = async () => seen.add((await get('FAMILY', { include: ['variants'] }))?.entityTag.value);
    await look();
    const plain = (await get('FAMILY'))?.entityTag;
    await fixture.merge({ sku: 'SHIRT-red', price: 9 });
    await look();
    expect((await get('FAMILY'))?.entityTag).toEqual(plain);
    await fixture.writer.delete(fixture.ctx, 'SHIRT-red');
    await look();
    await addVariant('red');
    await look();
    expect(seen.size).toBe(4);
    await fixture.merge({ sku: 'FAMILY', name: 'T-shirt' });
    expect((await get('FAMILY'))?.entityTag).not.toEqual(plain);
  });
});
