import { SortedProductFilterSchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#testing/index.ts';
import { createReaderFixture, type ReaderFixture } from '#testing/products/reader-fixture.ts';
import { ProductSelector } from './product-selection.ts';

let fixture: ReaderFixture;
let selector: ProductSelector;

beforeAll(async () => {
  fixture = await createReaderFixture();
  selector = new ProductSelector(fixture);
  await fixture.merge({ sku: 'A-MUG', name: 'Mug', category: 'mugs', price: 3 });
  await fixture.merge({ sku: 'B-CUP', name: 'Cup', category: 'mugs', status: 'approved', price: 1 });
  await fixture.merge({
    sku: 'SET',
    name: 'Set',
    type: 'parent',
    variantAxes: ['size'],
    brand: 'Kiln',
    category: 'plates',
    status: 'approved',
  });
  await fixture.merge({ sku: 'SET-L', type: 'variant', parent: 'SET', attributes: { size: 'l' }, status: 'approved' });
  await fixture.merge({ sku: 'SET-S', type: 'variant', parent: 'SET', attributes: { size: 's' } });
});
afterAll(() => fixture.drop());

async function skus(filter: object, options: { includeVariants?: boolean; batchSize?: number } = {}) {
  const { includeVariants = true, batchSize } = options;
  const { sort, ...rest } = SortedProductFilterSchema.parse(filter);
  const selection = await selector.select(fixture.ctx, { filter: rest, sort, includeVariants });
  return fixture.database.snapshot(async (snapshot) => {
    const found: string[] = [];
    for await (const products of selection.batches(snapshot, batchSize)) found.push(...products.map(({ sku }) => sku));
    expect(await selection.count(snapshot)).toBe(found.length);
    return found;
  });
}

describe('a selection of products', () => {
  it('contains all of them by SKU, and the same in batches of any size', async () => {
    const all = ['A-MUG', 'B-CUP', 'SET', 'SET-L', 'SET-S'];
    expect(await skus({})).toEqual(all);
    for (const batchSize of [1, 2, 4, 5, 6]) expect(await skus({}, { batchSize })).toEqual(all);
  });

  it.each<[object, string[]]>([
    [{ brand: 'Kiln' }, ['SET', 'SET-L', 'SET-S']],
    [{ category: ['plates'] }, ['SET', 'SET-L', 'SET-S']],
    [{ sku: 'SET,A-MUG' }, ['A-MUG', 'SET', 'SET-L', 'SET-S']],
    [{ sku: 'SET-L' }, ['SET-L']],
    [{ brand: 'Kiln', status: ['approved'] }, ['SET', 'SET-L']],
    [{ brand: 'Kiln', type: 'variant' }, ['SET-L', 'SET-S']],
    [{ brand: 'Kiln', type: 'parent' }, ['SET']],
    [{ brand: 'Kiln', top_level: true }, ['SET']],
    [{ status: 'approved' }, ['B-CUP', 'SET', 'SET-L']],
    [{ category: ['none'] }, []],
    [{ category: ['mugs'], sort: 'price:asc' }, ['B-CUP', 'A-MUG']],
  ])('has for %j the products picked, and the variants of picked parents: %j', async (filter, found) => {
    expect(await skus(filter)).toEqual(found);
  });

  it.each<[object, string[]]>([
    [{}, ['A-MUG', 'B-CUP', 'SET']],
    [{ brand: 'Kiln' }, ['SET']],
    [{ sku: 'SET-L' }, []],
  ])('leaves variants out of %j where it is told to: %j', async (filter, found) => {
    expect(await skus(filter, { includeVariants: false })).toEqual(found);
  });

  it('counts no further than requested', async () => {
    const selection = await selector.select(fixture.ctx, { filter: {}, includeVariants: true });
    expect(await selection.count(fixture.database, 3)).toBe(3);
    expect(await selection.count(fixture.database, 9)).toBe(5);
  });

  it('shows one moment, whatever is written meanwhile', async () => {
    const selection = await selector.select(fixture.ctx, { filter: {}, includeVariants: true });
    const names = await fixture.database.snapshot(async (snapshot) => {
      const found: (string | null)[] = [];
      for await (const [product] of selection.batches(snapshot, 1)) {
        if (found.length === 0) await fixture.merge({ sku: 'B-CUP', name: 'Beaker' });
        found.push(product?.name ?? null);
      }
      return found;
    });
    expect(names).toContain('Cup');
    await fixture.merge({ sku: 'B-CUP', name: 'Cup' });
  });

  it('is read with one statement per batch', async () => {
    const selection = await selector.select(fixture.ctx, { filter: { brand: 'Kiln' }, includeVariants: true });
    const { texts } = await countStatements(fixture.database, () =>
      fixture.database.snapshot(async (snapshot) => {
        for await (const _ of selection.batches(snapshot, 2));
      }),
    );
    expect(texts.map((text) => text.split(' ')[0])).toEqual([
      'begin',
      'declare',
      'fetch',
      'fetch',
      'close',
      'rollback',
    ]);
  });
});
