import { describe, expect, it } from 'vitest';
import { systemIds } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { createSnapshot } from '../../catalog/snapshot/create-snapshot.ts';
import type { CellOptions } from '../column.ts';
import { categoryCodec } from './category-codec.ts';
import { CellProblem } from './cell-problem.ts';

type Tree = { readonly [name: string]: Tree };

function catalogOf(tree: Tree): CatalogSnapshot {
  const flatten = (children: Tree, parentId: string | null, prefix: string): object[] =>
    Object.entries(children).flatMap(([name, below]) => {
      const id = systemIds.next();
      return [
        { id, code: `${prefix}${name.toLowerCase()}`, name, parentId },
        ...flatten(below, id, `${prefix}${name}-`),
      ];
    });
  const categories = flatten(tree, null, '') as { id: string; code: string; name: string; parentId: string | null }[];
  return createSnapshot({ version: '1', attributes: [], settings: [], collections: [], categories });
}

const codec = categoryCodec(catalogOf({ Home: { Mugs: { Blue: {} }, 'Cups/Bowls': {} }, Garden: { Mugs: {} } }));
const text: CellOptions = { listSeparator: '|', typed: false };

describe('a category is found', () => {
  it.each([
    ['Home', 'home'],
    ['Home-mugs', 'Home-mugs'],
    ['Home > Mugs > Blue', 'Home-Mugs-blue'],
    ['home/mugs/blue', 'Home-Mugs-blue'],
    ['/Home/Mugs/', 'Home-mugs'],
    ['Garden/Mugs', 'Garden-mugs'],
    ['Home > Cups/Bowls', 'Home-cups/bowls'],
    ['Cups/Bowls', 'Home-cups/bowls'],
    ['unknown|Garden/Mugs', 'Garden-mugs'],
    ['Garden/Cups|Home/Mugs', null],
    ['Garden/Mugs|Home/Mugs', 'Garden-mugs'],
    ['Home/Mugs,Home/Cups,Home', 'Home-mugs'],
    ['unknown,home', 'home'],
  ])('by %j as %s', (cell, code) => {
    const found = codec.parse(cell, text);
    expect(found instanceof CellProblem ? null : found).toBe(code);
  });

  it('by the first known one in a JSON list', () => {
    expect(codec.parse(['unknown', { code: 'home' }], { ...text, typed: true })).toBe('home');
  });
});

describe('a category of a path is missing', () => {
  it.each([
    ['Home/Plates', [['Plates', 'Home_Plates', 'home']]],
    [
      'Home > Handbags, Wallets > Red',
      [
        ['Handbags, Wallets', 'Home_Handbags_Wallets', 'home'],
        ['Red', 'Home_Handbags_Wallets_Red', 'Home_Handbags_Wallets'],
      ],
    ],
    [
      'Shop/A,Shop/B,Shop',
      [
        ['Shop', 'Shop', null],
        ['A', 'Shop_A', 'Shop'],
      ],
    ],
    ['Shop/…', []],
  ])('%j names what the tree lacks, top down', (cell, expected) => {
    const problem = codec.parse(cell, text) as CellProblem;
    const shown = problem.missing.map((record) => {
      const parent = record.kind === 'category' ? record.parent : null;
      const below = problem.missing.find(
        ({ identity }) => parent && 'identity' in parent && identity === parent.identity,
      );
      return [record.name, record.code, parent && 'code' in parent ? parent.code : (below?.code ?? null)];
    });
    expect(shown).toEqual(expected);
  });

  it('long names lead to distinct codes', () => {
    const codeOf = (end: string) => {
      const { missing } = codec.parse(`Home/${'x'.repeat(99)}/${end}`, text) as CellProblem;
      const last = missing.at(-1);
      return last?.kind === 'category' ? last.code : '';
    };
    expect(codeOf('a')).toHaveLength(100);
    expect(codeOf('a')).not.toBe(codeOf('b'));
  });
});
