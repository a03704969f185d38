import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, createTestContext, createTestWorkspace } from '#testing/index.ts';
import {
  createReaderFixture,
  type ListBody,
  parseQuery,
  type ReaderFixture,
} from '#testing/products/reader-fixture.ts';
import type { SaveCommand } from '../write/write-command.ts';

let fixture: ReaderFixture;
const productCount = 60;

beforeAll(async () => {
  fixture = await createReaderFixture();
  // Two bulk writes: many products share each of the two instants, prices, names and a completeness.
  for (const half of [0, 1]) {
    const commands = Array.from({ length: productCount / 2 }, (_, index): SaveCommand => {
      const number = half * 30 + index;
      const sku = `P-${((number * 37) % productCount).toString().padStart(3, '0')}`;
      const price = number % 4 === 0 ? null : number % 5;
      const input = { sku, name: `Näme ${number % 7}`, price, tags: [`t${number % 3}`] };
      return { reference: sku, input, mode: 'merge', whenMissing: 'create', whenExisting: 'change' };
    });
    const saved = await fixture.writer.saveAll(fixture.ctx, commands);
    expect(saved.every((outcome) => 'outcome' in outcome && outcome.outcome === 'created')).toBe(true);
  }
});
afterAll(() => fixture.drop());

type Listed = ListBody['data'][number];
type Key = (product: Listed, descending: boolean) => string | number;

const keys: Record<string, Key> = {
  updatedAt: (product) => product.updatedAt,
  createdAt: (product) => product.createdAt,
  name: (product) => product.name ?? '',
  sku: (product) => product.sku,
  price: (product, descending) => product.price ?? (descending ? -1 : Number.POSITIVE_INFINITY),
  completeness: (product) => product.completeness,
};
const sorts = Object.keys(keys).flatMap((field) => [`${field}:asc`, `${field}:desc`]);

function inOrder(products: readonly Listed[], sort: string): string[] {
  const [field = '', direction] = sort.split(':');
  const descending = direction === 'desc';
  const keyOf = keys[field] as Key;
  const sorted = products.toSorted((a, b) => {
    const [left, right] = [keyOf(a, descending), keyOf(b, descending)];
    return left === right ? (a.id < b.id ? -1 : 1) : left < right ? -1 : 1;
  });
  const skus = (descending ? sorted.reverse() : sorted).map((product) => product.sku);
  return skus;
}

async function walkPages(parameters: Record<string, string>): Promise<ListBody[]> {
  const pages: ListBody[] = [];
  do pages.push(await fixture.list({ ...parameters, page: String(pages.length + 1) }));
  while (pages.at(-1)?.pagination.hasMore);
  return pages;
}

async function walkCursors(parameters: Record<string, string>): Promise<ListBody[]> {
  const pages: ListBody[] = [];
  let cursor: string | null = null;
  do {
    const page: ListBody = await fixture.list({ ...parameters, ...(cursor === null ? {} : { cursor }) });
    pages.push(page);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  return pages;
}

const skusOf = (pages: readonly ListBody[]) => pages.flatMap(({ data }) => data.map((product) => product.sku));

describe('the pages of a list', () => {
  it.each(sorts)('sorted by %s are the whole list in order, by number and by cursor', async (sort) => {
    const { data } = await fixture.list({ limit: '250' });
    expect(data).toHaveLength(productCount);
    const expected = inOrder(data, sort);
    expect(skusOf(await walkPages({ sort, limit: '7' }))).toEqual(expected);
    expect(skusOf(await walkCursors({ sort, limit: '7' }))).toEqual(expected);
  });

  it('are the whole list for any length, sort and filter', async () => {
    const { data } = await fixture.list({ limit: '250' });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sorts),
        fc.integer({ min: 1, max: 25 }),
        fc.option(fc.constantFrom('t0', 't1,t2', 't0,t1,t2')),
        async (sort, limit, tag) => {
          const parameters = { sort, limit: String(limit), ...(tag === null ? {} : { tag }) };
          const tags = tag?.split(',');
          const expected = inOrder(
            data.filter((product) => tags === undefined || product.tags.some((own) => tags.includes(own))),
            sort,
          );
          const walked = await walkCursors(parameters);
          expect(skusOf(walked)).toEqual(expected);
          expect(walked.map(({ pagination }) => pagination)).toMatchObject(
            walked.map((_, index) => ({
              page: index + 1,
              total: expected.length,
              totalPages: Math.ceil(expected.length / limit),
              hasMore: index < walked.length - 1,
            })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('end exactly where the list ends', async () => {
    const pages = await walkPages({ limit: '20' });
    expect(pages.map(({ data, pagination }) => [data.length, pagination.hasMore])).toEqual([
      [20, true],
      [20, true],
      [20, false],
    ]);
    expect(await fixture.list({ limit: '20', page: '4' })).toMatchObject({
      data: [],
      pagination: { page: 4, total: productCount, totalPages: 3, hasMore: false, nextCursor: null },
    });
    expect((await fixture.list({ page: '2147483647' })).pagination.total).toBe(productCount);
  });

  it('far after the first only read the documents of the page', async () => {
    const { texts } = await countStatements(fixture.database, () => fixture.list({ page: '100', limit: '20' }));
    expect(texts[0]).toMatch(/\(select "p"."document" from "product" as "p"/);
  });

  it('continue by cursor when an earlier product is added or removed', async () => {
    const first = await fixture.list({ sort: 'sku:asc', limit: '5' });
    await fixture.merge({ sku: 'A-FIRST', name: 'In front' });
    const cursor = first.pagination.nextCursor ?? '';
    const second = await fixture.list({ sort: 'sku:asc', limit: '5', cursor });
    expect(skusOf([first, second])).toEqual(Array.from({ length: 10 }, (_, index) => `P-00${index}`));
    await fixture.writer.delete(fixture.ctx, 'A-FIRST');
  });
});

describe('a cursor', () => {
  it.each<[string, Record<string, string>]>([
    ['another sort', { sort: 'sku:desc' }],
    ['another filter', { sort: 'sku:asc', tag: 't1' }],
    ['another view', { sort: 'sku:asc', include: 'variants' }],
  ])('is refused for %s', async (_, parameters) => {
    const cursor = (await fixture.list({ sort: 'sku:asc', limit: '5' })).pagination.nextCursor ?? '';
    await expect(fixture.list({ ...parameters, cursor })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { fieldErrors: { cursor: expect.any(String) } },
    });
  });

  it('is refused when it was modified, and in another workspace', async () => {
    const cursor = (await fixture.list({ limit: '5' })).pagination.nextCursor ?? '';
    const end = cursor.endsWith('AA') ? 'BA' : 'AA';
    await expect(fixture.list({ cursor: cursor.slice(0, -2) + end })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const other = createTestContext(await createTestWorkspace(fixture.database));
    await expect(fixture.reader.list(other, parseQuery({ cursor }))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('may lead to a page of another length', async () => {
    const cursor = (await fixture.list({ sort: 'sku:asc', limit: '5' })).pagination.nextCursor ?? '';
    expect(await fixture.skus({ sort: 'sku:asc', limit: '2', cursor })).toEqual(['P-005', 'P-006']);
  });

  it('carries a name of any characters', async () => {
    const names = ['\u0001'.repeat(500), '😀'.repeat(250)];
    for (const [index, name] of names.entries()) await fixture.merge({ sku: `NAME-${index}`, name });
    const pages = await walkCursors({ sort: 'name:asc', limit: '1' });
    expect(new Set(skusOf(pages)).size).toBe(productCount + names.length);
    for (const index of names.keys()) await fixture.writer.delete(fixture.ctx, `NAME-${index}`);
  });
});

describe('the total', () => {
  const list = (parameters: Record<string, string>) =>
    countStatements(fixture.database, () => fixture.list({ limit: '4', ...parameters }));

  it('needs no count while few products match, whatever the page', async () => {
    await fixture.merge({ sku: 'COUNTED', name: 'Counted', tags: ['t1'] });
    const pages: Record<string, string>[] = [{}, { page: '2' }, { sort: 'name:asc' }, { limit: '3' }];
    const [first, ...others] = await Promise.all(pages.map((page) => fixture.list({ limit: '4', tag: 't1', ...page })));
    expect((await list({ tag: 't1' })).statements).toBe(1);
    for (const { pagination } of others) expect(pagination.total).toBe(first?.pagination.total);
    await fixture.writer.delete(fixture.ctx, 'COUNTED');
    const after = await list({ tag: 't1' });
    expect(after.statements).toBe(1);
    expect(after.result.pagination.total).toBe((first?.pagination.total ?? 0) - 1);
  });

  it('needs no count when the list ends on the page', async () => {
    await fixture.merge({ sku: 'COUNTED', name: 'Counted' });
    const whole = await list({ type: 'simple', limit: '250' });
    expect(whole.statements).toBe(1);
    expect(whole.result.pagination.total).toBe(whole.result.data.length);
    expect((await list({ type: 'simple' })).statements).toBe(1);
    await fixture.writer.delete(fixture.ctx, 'COUNTED');
  });

  it('is correct on an empty page after the last one', async () => {
    const { total } = (await fixture.list({ tag: 't1', limit: '4' })).pagination;
    expect((await fixture.list({ tag: 't1', page: '900' })).pagination).toMatchObject({ total, hasMore: false });
  });
});
