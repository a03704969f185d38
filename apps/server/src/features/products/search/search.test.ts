import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReaderFixture, type ReaderFixture } from '#testing/products/reader-fixture.ts';

let fixture: ReaderFixture;

beforeAll(async () => {
  fixture = await createReaderFixture();
  // Later products come first if nothing else decides, because they were changed last.
  for (const product of [
    { sku: 'EOS-600D', name: 'Camera body', brand: 'Canon' },
    { sku: 'C-1', name: 'EOS 600D', brand: 'Canon' },
    { sku: 'C-2', name: 'EOS-600D with lens', brand: 'Canon', mpn: '5169-B003', gtin: '4006381333931' },
    { sku: 'C-3', name: 'Lens for EOS 600D', brand: 'Canon' },
    { sku: 'C-4', name: 'Neos 600Dx', brand: 'Other' },
    { sku: 'EOS-600D-BAG', name: 'Bag', brand: 'Canon' },
    { sku: 'T-1', name: 'T-Shirt Röd', brand: 'Möbel & Co', translations: { de: { name: 'Leibchen Sonnen-Gelb' } } },
    { sku: 'T-2', name: 'Flower edition', brand: 'Other' },
    { sku: '5169', name: 'Number', brand: 'Other' },
  ]) {
    await fixture.merge(product);
  }
});
afterAll(() => fixture.drop());

const find = async (parameters: Record<string, string>) =>
  (await fixture.skus({ sort: 'sku:asc', ...parameters })).join(' ');
const rank = async (q: string, parameters: Record<string, string> = {}) =>
  (await fixture.skus({ q, sort: 'relevance', ...parameters })).join(' ');

describe('q', () => {
  it.each([
    ['eos600d', 'C-1 C-2 C-3 EOS-600D EOS-600D-BAG'],
    ['EOS-600d', 'C-1 C-2 C-3 EOS-600D EOS-600D-BAG'],
    ['eos 600d', 'C-1 C-2 C-3 C-4 EOS-600D EOS-600D-BAG'],
    ['600dbag', 'EOS-600D-BAG'],
    ['forEos600', 'C-3'],
    ['tshirt', 'T-1'],
    ['t_shirt', 'T-1'],
    ['rod', 'T-1'],
    ['RÖD', 'T-1'],
    ['mobelco', ''],
    ['5169b003', 'C-2'],
    ['b003', 'C-2'],
    ['b-003', 'C-2'],
    ['l.e.n.s', 'C-2 C-3'],
    ['005', ''],
  ])('%s finds %s, with and without separators', async (q, expected) => {
    expect(await find({ q })).toBe(expected);
  });

  it('does not find words across the end of another one', async () => {
    expect(await find({ q: 'redit' })).toBe('');
    expect(await find({ q: 'ered' })).toBe('');
  });

  it('finds a translated name only with that locale', async () => {
    for (const q of ['leibchen', 'LEIB', 'sonnengelb', 'sonnen-gelb', 'canon']) {
      expect(await find({ q, locale: 'de' })).toBe(q === 'canon' ? await find({ q }) : 'T-1');
    }
    expect([await find({ q: 'leibchen' }), await find({ q: 'leibchen', locale: 'fr' })]).toEqual(['', '']);
    expect(await find({ q: 'shirt gelb', locale: 'de' })).toBe('T-1');
  });

  it('treats control characters and pattern characters literally', async () => {
    expect(await find({ q: '\u0005eos600d' })).toBe(await find({ q: 'eos600d' }));
    for (const q of ['(', '[^', '\\', '.*', '%', 'a{9}']) expect(await find({ q, locale: 'de' })).toBe('');
  });
});

describe('sort=relevance', () => {
  it('puts the exact SKU first, then SKUs that begin with it, the name, its start, its words and the rest', async () => {
    expect(await rank('eos-600d')).toBe('EOS-600D EOS-600D-BAG C-1 C-2 C-3');
    expect(await rank('EOS 600D')).toBe('EOS-600D EOS-600D-BAG C-1 C-2 C-3 C-4');
  });

  it.each([
    ['4006381333931', 'C-2'],
    ['5169B003', 'C-2'],
    ['5169', '5169 C-2'],
  ])('finds %s by its exact SKU, GTIN or MPN', async (q, expected) => {
    expect(await rank(q)).toBe(expected);
  });

  it('ranks a translated name like any name', async () => {
    expect(await rank('leibchen', { locale: 'de' })).toBe('T-1');
  });

  it('is stable from page to page, by number and by cursor', async () => {
    const all = (await rank('eos 600d')).split(' ');
    for (const limit of [1, 2, 4]) {
      const byNumber: string[] = [];
      const byCursor: string[] = [];
      let cursor: string | null = null;
      for (let page = 1; page <= Math.ceil(all.length / limit); page += 1) {
        const query = { q: 'eos 600d', sort: 'relevance', limit: String(limit) };
        byNumber.push(...(await fixture.skus({ ...query, page: String(page) })));
        const { data, pagination } = await fixture.list({ ...query, ...(cursor === null ? {} : { cursor }) });
        expect(pagination).toMatchObject({ total: all.length, page, hasMore: page * limit < all.length });
        byCursor.push(...data.map(({ sku }) => sku));
        cursor = pagination.nextCursor;
      }
      expect([byNumber, byCursor, cursor]).toEqual([all, all, null]);
    }
  });

  it('has the same order for more than a hundred matches, from page to page', async () => {
    const rest = Array.from({ length: 51 }, (_, number) => ({
      sku: `R-${number}`,
      name: 'Superwidget',
      brand: 'Other',
    }));
    const words = Array.from({ length: 51 }, (_, number) => ({ sku: `V-${number}`, name: 'A widget', brand: 'Other' }));
    const first = [{ sku: 'WIDGET-9' }, { sku: 'N-9', mpn: 'wid.get' }].map((product) => ({ name: 'Bag', ...product }));
    const inRanks = [...first, { sku: 'V', name: 'Widget' }, { sku: 'VV', name: 'Widget holder' }, ...words, ...rest];
    for (const product of inRanks) await fixture.merge(product);
    const expected = [
      ['N-9', 'WIDGET-9', 'V', 'VV'],
      words.map(({ sku }) => sku).reverse(),
      rest.map(({ sku }) => sku).reverse(),
    ].flat();
    const query = { q: 'widget', sort: 'relevance', limit: '25' };
    const byNumber: string[] = [];
    const byCursor: string[] = [];
    let cursor: string | null = null;
    for (const page of ['1', '2', '3', '4', '5']) {
      byNumber.push(...(await fixture.skus({ ...query, page })));
      const { data, pagination } = await fixture.list({ ...query, ...(cursor === null ? {} : { cursor }) });
      byCursor.push(...data.map(({ sku }) => sku));
      expect(pagination.total).toBe(expected.length);
      cursor = pagination.nextCursor;
    }
    expect(byNumber).toEqual(expected);
    expect(byCursor).toEqual(expected);
    for (const { sku } of inRanks) await fixture.writer.delete(fixture.ctx, sku);
  });

  it('shows a product once, whatever it matches', async () => {
    const found = (await rank('5169')).split(' ');
    expect(new Set(found).size).toBe(found.length);
  });

  it('has no products for a search without words', async () => {
    expect(await rank('\u0301')).toBe('');
  });

  it('ranks words of two letters, however often it is repeated, and finds what was created meanwhile', async () => {
    for (const [index, name] of ['Axle stand', 'Stand Xlarge', 'A stand in XL', 'Stand XL'].entries()) {
      await fixture.merge({ sku: `XL-${index}`, name });
    }
    // The name itself, whole words, and parts of words, the last changed first.
    for (let round = 0; round < 2; round += 1) expect(await rank('stand xl')).toBe('XL-3 XL-2 XL-1 XL-0');
    await fixture.merge({ sku: 'XL-4', name: 'Stands of axles' });
    expect(await rank('stand xl')).toBe('XL-3 XL-2 XL-4 XL-1 XL-0');
    expect(await rank('stand xl', { limit: '2', page: '2' })).toBe('XL-4 XL-1');
    for (let index = 0; index < 5; index += 1) await fixture.writer.delete(fixture.ctx, `XL-${index}`);
  });

  it('obeys the other filters', async () => {
    expect(await rank('eos 600d', { brand: 'Other' })).toBe('C-4');
  });
});

describe('typos', () => {
  it.each([
    ['cannon 600d', 'C-1 C-2 C-3 EOS-600D EOS-600D-BAG'],
    ['camrea', 'EOS-600D'],
    ['folwer editon', 'T-2'],
  ])('are forgiven in %s, one in each word', async (q, expected) => {
    expect((await rank(q)).split(' ').sort().join(' ')).toBe(expected);
  });

  it('are forgiven in translated names', async () => {
    expect(await rank('liebchen', { locale: 'de' })).toBe('T-1');
  });

  it('are not forgiven in numbers, short words, twice in a word, or in other orders', async () => {
    for (const q of ['601d', 'bga', 'cmaeraa']) expect(await rank(q)).toBe('');
    expect(await find({ q: 'cannon' })).toBe('');
  });

  it('rank after exact matches', async () => {
    await fixture.merge({ sku: 'B-1', name: 'Bags', brand: 'Other' });
    await fixture.merge({ sku: 'N-1', name: 'Canol', brand: 'Other' });
    expect((await rank('canol')).split(' ')[0]).toBe('N-1');
    expect((await rank('canol')).split(' ')).toHaveLength(6);
    for (const sku of ['B-1', 'N-1']) await fixture.writer.delete(fixture.ctx, sku);
  });

  it('may no longer be corrected when a cursor continues', async () => {
    const query = { q: 'xylopone', sort: 'relevance', limit: '1' };
    for (const sku of ['F-1', 'F-2']) await fixture.merge({ sku, name: 'Xylophone', brand: 'Other' });
    const { nextCursor } = (await fixture.list(query)).pagination;
    await fixture.database.query('delete from search_word where word = $1', ['xylophone']);
    expect((await fixture.list({ ...query, cursor: nextCursor ?? '' })).data).toEqual([]);
    for (const sku of ['F-1', 'F-2']) await fixture.writer.delete(fixture.ctx, sku);
  });

  it('are not corrected when twenty products match, whatever the limit', async () => {
    for (let number = 0; number < 20; number += 1) {
      await fixture.merge({ sku: `L-${number}`, name: 'Camero', brand: 'Other' });
      const { pagination } = await fixture.list({ q: 'camero', sort: 'relevance', limit: '1' });
      expect(pagination.total).toBe(number < 19 ? number + 2 : 20);
    }
  });
});
