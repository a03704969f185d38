import { describe, expect, test } from 'vitest';
import { createCountCache } from './count-cache.ts';

function counting(total: number) {
  const load = async () => {
    load.calls += 1;
    return total;
  };
  load.calls = 0;
  return load;
}

describe('a count cache', () => {
  test('counts once while nothing has changed', async () => {
    const counts = createCountCache();
    const load = counting(7);
    expect(await counts.count('acme', 'status=draft', 1, load)).toBe(7);
    expect(await counts.count('acme', 'status=draft', 1, load)).toBe(7);
    expect(load.calls).toBe(1);
  });

  test('counts again after a change', async () => {
    const counts = createCountCache();
    await counts.count('acme', '', '1', counting(7));
    expect(await counts.count('acme', '', '2', counting(8))).toBe(8);
    expect(counts.get('acme', '', '1')).toBeUndefined();
    expect(counts.get('acme', '', '2')).toBe(8);
  });

  test('knows the last total of a filter, whatever has changed since', async () => {
    const counts = createCountCache();
    expect(counts.last('acme', 'status=draft')).toBeUndefined();
    await counts.count('acme', 'status=draft', 1, counting(7));
    expect(counts.get('acme', 'status=draft', 2)).toBeUndefined();
    expect(counts.last('acme', 'status=draft')).toEqual({ token: 1, total: 7 });
  });

  test('separates tenants, filters and kinds of token', async () => {
    const counts = createCountCache();
    counts.set('a', 'bc', 1, 1);
    counts.set('ab', 'c', 1, 2);
    counts.set('a', 'bd', 1, 3);
    expect([counts.get('a', 'bc', 1), counts.get('ab', 'c', 1), counts.get('a', 'bd', 1)]).toEqual([1, 2, 3]);
    expect(counts.get('a', 'bc', '1')).toBeUndefined();
  });

  test('counts once for concurrent callers', async () => {
    const counts = createCountCache();
    const load = counting(7);
    const totals = await Promise.all(Array.from({ length: 20 }, () => counts.count('acme', '', 1n, load)));
    expect(new Set(totals)).toEqual(new Set([7]));
    expect(load.calls).toBe(1);
  });

  test('does not share a count with callers of a later change', async () => {
    const counts = createCountCache();
    const slow = Promise.withResolvers<number>();
    const before = counts.count('acme', '', 1, () => slow.promise);
    expect(await counts.count('acme', '', 2, counting(8))).toBe(8);
    slow.resolve(7);
    expect(await before).toBe(7);
  });

  test('does not keep a count that failed', async () => {
    const counts = createCountCache();
    const failing = () => Promise.reject(new Error('the database is away'));
    const both = [counts.count('acme', '', 1, failing), counts.count('acme', '', 1, failing)];
    await expect(Promise.allSettled(both)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await counts.count('acme', '', 1, counting(7))).toBe(7);
  });

  test('drops the least recently used total', () => {
    const counts = createCountCache({ maxEntries: 2 });
    counts.set('acme', 'a', 1, 1);
    counts.set('acme', 'b', 1, 2);
    counts.get('acme', 'a', 1);
    counts.set('acme', 'c', 1, 3);
    expect(['a', 'b', 'c'].map((filter) => counts.get('acme', filter, 1))).toEqual([1, undefined, 3]);
  });
});
