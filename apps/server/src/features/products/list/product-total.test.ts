import { createCountCache, createCursorCodec } from '@contract-kit/middleware';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStatements } from '#testing/products/query-plans.ts';
import { createReaderFixture, parseQuery, type ReaderFixture } from '#testing/products/reader-fixture.ts';
import { ProductReader } from '../read/product-reader.ts';

let fixture: ReaderFixture;

beforeAll(async () => {
  fixture = await createReaderFixture();
});
afterAll(() => fixture.drop());

const total = async () => (await fixture.list({ limit: '1' })).pagination.total;

describe('the total of a list without a filter', () => {
  it('follows every product that is created or deleted, including variants of a deleted parent', async () => {
    const before = await total();
    await fixture.merge({ sku: 'P', type: 'parent', name: 'Parent', variantAxes: ['color'] });
    await fixture.merge({ sku: 'P-R', type: 'variant', parent: 'P', attributes: { color: 'red' } });
    await fixture.merge({ sku: 'S', name: 'Simple' });
    await fixture.merge({ sku: 'S', name: 'Changed' });
    expect(await total()).toBe(before + 3);
    await fixture.writer.delete(fixture.ctx, 'P');
    expect(await total()).toBe(before + 1);
  });

  it('stays as it was when the transaction of a new product is rolled back', async () => {
    const before = await total();
    const work = fixture.database.transaction(async () => {
      await fixture.merge({ sku: 'UNDONE', name: 'Undone' });
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await total()).toBe(before);
  });

  it('is correct with several concurrent writers', async () => {
    const before = await total();
    const skus = Array.from({ length: 24 }, (_, index) => `MANY-${index}`);
    await Promise.all(skus.map((sku) => fixture.merge({ sku, name: 'Many' })));
    expect(await total()).toBe(before + skus.length);
  });

  it('is read after a change without counting products', async () => {
    for (const sku of ['ONE', 'TWO']) await fixture.merge({ sku, name: 'More than a page' });
    const { database, sent } = recordStatements(fixture.database);
    const cursors = createCursorCodec({ secret: 'a secret of the tests' });
    const reader = new ProductReader({ database, catalog: fixture.catalog, cursors, counts: createCountCache() });
    await reader.list(fixture.ctx, parseQuery({ limit: '1' }));
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('from "product"'),
      expect.stringContaining('from "product_total"'),
    ]);
  });
});
