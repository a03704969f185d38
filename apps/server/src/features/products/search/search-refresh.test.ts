import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReaderFixture, type ReaderFixture } from '#testing/products/reader-fixture.ts';
import { refreshSearchTexts } from './search-refresh.ts';

let fixture: ReaderFixture;

beforeAll(async () => {
  fixture = await createReaderFixture();
  const number = 700;
  await fixture.merge({ sku: 'EOS-600D', name: 'Spiegelreflex', translations: { de: { name: 'Kamera' } } });
  for (let from = 1; from < number; from += 100) {
    const commands = Array.from({ length: 100 }, (_, index) => ({
      reference: `FILL-${from + index}`,
      input: { sku: `FILL-${from + index}`, name: `Fill ${from + index}` },
      mode: 'merge' as const,
      whenMissing: 'create' as const,
      whenExisting: 'change' as const,
    }));
    await fixture.writer.saveAll(fixture.ctx, commands);
  }
});
afterAll(() => fixture.drop());

const read = async () =>
  (await fixture.database.query<object>('select sku, version, updated_at, search from product order by sku')).rows;

it('rebuilds the search texts of existing products, without changing the products', async () => {
  const { database, ctx } = fixture;
  const before = await read();
  const words = await database.query('select word from search_word order by word');
  await database.query("update product set search = split_part(search, E'\\x01', 1)");
  await database.query('delete from search_word');
  expect(await fixture.skus({ q: 'eos-600d' })).toEqual(['EOS-600D']);
  expect(await fixture.skus({ q: 'eos600d' })).toEqual([]);
  await database.query('insert into search_refresh values ($1, gen_random_uuid(), null, now())', [ctx.workspace.id]);
  expect(await refreshSearchTexts(database)).toBe(3);
  expect(await read()).toEqual(before);
  expect((await database.query('select word from search_word order by word')).rows).toEqual(words.rows);
  expect(await fixture.skus({ q: 'kamera600d', locale: 'de' })).toEqual([]);
  expect(await fixture.skus({ q: 'kamera eos600d', locale: 'de' })).toEqual(['EOS-600D']);
  expect(await refreshSearchTexts(database)).toBe(0);
});

it('lets a search find what it did not find before, although its total was known', async () => {
  const { database, ctx } = fixture;
  for (const [index, name] of ['Forlight9', 'For Light 9'].entries()) await fixture.merge({ sku: `L-${index}`, name });
  const find = () => fixture.skus({ q: 'forlight9', sort: 'relevance' });
  await database.query("update product set search = split_part(search, E'\\x01', 1) where sku like 'L-%'");
  expect([await find(), await find()]).toEqual([['L-0'], ['L-0']]);
  await database.query('insert into search_refresh values ($1, gen_random_uuid(), null, now())', [ctx.workspace.id]);
  await refreshSearchTexts(database);
  expect((await find()).toSorted()).toEqual(['L-0', 'L-1']);
});

it('makes the search text of a product anew that 1.0.0 has written, once a minute at most', async () => {
  const { database } = fixture;
  const find = () => fixture.skus({ q: 'eos600d' });
  const waiting = async () => (await database.query('select from search_refresh where created_at > now()')).rowCount;
  await database.query('delete from search_refresh');
  for (let change = 0; change < 2; change += 1) {
    await database.query("update product set search = 'spiegelreflex eos-600d' where sku = 'EOS-600D'");
  }
  expect([await find(), await waiting(), await refreshSearchTexts(database)]).toEqual([[], 1, 0]);
  await database.query("update search_refresh set created_at = now() - interval '1 minute'");
  expect(await refreshSearchTexts(database)).toBeGreaterThan(0);
  expect([await find(), await waiting()]).toEqual([['EOS-600D'], 0]);
});
