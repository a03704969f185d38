import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMembers } from './collection-products.service.ts';

const members = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));

describe('comparing the members of a collection', () => {
  it.each([
    ['', '', { added: [], removed: [], moved: 0, changed: false }],
    ['abc', 'abc', { added: [], removed: [], moved: 0, changed: false }],
    ['abc', 'acb', { added: [], removed: [], moved: 2, changed: true }],
    ['abc', 'bca', { added: [], removed: [], moved: 3, changed: true }],
    ['abc', 'xabc', { added: ['x'], removed: [], moved: 0, changed: true }],
    ['abc', 'bc', { added: [], removed: ['a'], moved: 0, changed: true }],
    ['abc', 'cxa', { added: ['x'], removed: ['b'], moved: 2, changed: true }],
  ])('from "%s" to "%s" finds what joined, left and moved', (before, after, change) => {
    expect(compareMembers([...before], [...after])).toEqual(change);
  });

  it('accounts for every member', () => {
    fc.assert(
      fc.property(members, members, (before, after) => {
        const { added, removed, moved, changed } = compareMembers(before, after);
        expect(before.length - removed.length + added.length).toBe(after.length);
        expect(moved).toBeLessThanOrEqual(after.length - added.length);
        expect(changed).toBe(before.join() !== after.join());
        if (!changed) expect([added, removed, moved]).toEqual([[], [], 0]);
      }),
    );
  });

  it('is reversed when the lists are swapped', () => {
    fc.assert(
      fc.property(members, members, (before, after) => {
        const there = compareMembers(before, after);
        const back = compareMembers(after, before);
        expect([back.added, back.removed, back.moved]).toEqual([there.removed, there.added, there.moved]);
      }),
    );
  });
});
