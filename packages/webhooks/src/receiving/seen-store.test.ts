import { describe, expect, it } from 'vitest';
import { seenStoreRules } from '../testing/index.ts';
import { createMemorySeenStore, type SeenStore } from './seen-store.ts';

describe('the memory store', () => {
  it.each(seenStoreRules)('$title', ({ check }) => check(createMemorySeenStore()));

  it('drops the oldest beyond its size', () => {
    const store = createMemorySeenStore({ maxEntries: 2 });
    for (const id of ['a', 'b', 'b', 'c']) store.add(id);
    expect(['a', 'b', 'c'].map((id) => store.has(id))).toEqual([false, true, true]);
  });

  it.each([0, -1, Number.NaN])('rejects a size of %s', (maxEntries) => {
    expect(() => createMemorySeenStore({ maxEntries })).toThrow(RangeError);
  });
});

describe('the rules', () => {
  const failing = async (store: SeenStore) => {
    const results = await Promise.allSettled(seenStoreRules.map(({ check }) => check(store)));
    return results.filter(({ status }) => status === 'rejected').length;
  };

  it.each<[string, SeenStore]>([
    ['forgets', { has: () => false, add() {} }],
    ['knows everything', { has: () => true, add() {} }],
    [
      'ignores case',
      ((ids) => ({ has: (id) => ids.has(id.toLowerCase()), add: (id) => void ids.add(id) }))(new Set<string>()),
    ],
  ])('find a store that %s', async (_what, store) => {
    expect(await failing(store)).toBeGreaterThan(0);
  });

  it('find a store that cannot take an event twice', async () => {
    const ids = new Set<string>();
    const add = (id: string) => {
      if (ids.has(id)) throw new Error('duplicate key');
      ids.add(id);
    };
    expect(await failing({ has: (id) => ids.has(id), add })).toBe(1);
  });
});
