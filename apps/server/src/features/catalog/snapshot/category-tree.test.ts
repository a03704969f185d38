import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CategoryTree, type TreeEntry } from './category-tree.ts';

/** Any forest: each node is a root or below an earlier one. */
const forest = fc.array(fc.nat(), { maxLength: 40 }).map((parents) =>
  parents.map(
    (parent, index): TreeEntry => ({
      id: `n${index}`,
      parentId: parent % (index + 1) === index ? null : `n${parent % (index + 1)}`,
    }),
  ),
);

describe('a category tree', () => {
  const tree = new CategoryTree([
    { id: 'kitchen', parentId: null },
    { id: 'plates', parentId: 'kitchen' },
    { id: 'mugs', parentId: 'kitchen' },
    { id: 'tall', parentId: 'mugs' },
    { id: 'garden', parentId: null },
  ]);
  const ids = (entries: readonly TreeEntry[]) => entries.map(({ id }) => id).join(' ');

  it('returns paths, subtrees, children and heights', () => {
    expect(ids(tree.path('tall'))).toBe('kitchen mugs tall');
    expect(ids(tree.subtree('kitchen'))).toBe('kitchen plates mugs tall');
    expect(ids(tree.subtree(null))).toBe('kitchen plates mugs tall garden');
    expect(ids(tree.childrenOf(null))).toBe('kitchen garden');
    expect(['kitchen', 'mugs', 'garden'].map((id) => tree.height(id))).toEqual([3, 2, 1]);
  });

  it('has nothing for a category that is not in it', () => {
    expect([tree.get('x'), tree.path('x'), tree.subtree('x'), tree.childrenOf('x')]).toEqual([undefined, [], [], []]);
  });

  it('has each category once, below all its ancestors', () => {
    fc.assert(
      fc.property(forest, (entries) => {
        const any = new CategoryTree(entries);
        const all = any.subtree(null);
        expect(all).toHaveLength(entries.length);
        expect(new Set(all)).toEqual(new Set(entries));
        for (const entry of entries) {
          for (const ancestor of any.path(entry.id)) expect(any.subtree(ancestor.id)).toContain(entry);
          expect(any.path(entry.id).at(-1)).toBe(entry);
        }
      }),
    );
  });
});
