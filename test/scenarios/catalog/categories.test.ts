import type { CategoryNode } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

/** kitchen > (mugs > espresso, plates), garden */
beforeEach(async () => {
  open = await openWorkspace(app);
  await open.category('kitchen', { name: 'Kitchen' });
  await open.category('mugs', { parent: 'kitchen' });
  await open.category('espresso', { parent: 'mugs' });
  await open.category('plates', { parent: 'kitchen' });
  await open.category('garden');
});

/** A tree as nested codes: `kitchen(mugs(espresso) plates) garden`. */
const outline = (nodes: readonly CategoryNode[]): string =>
  nodes.map(({ code, children }) => (children.length === 0 ? code : `${code}(${outline(children)})`)).join(' ');

const tree = async () => outline(await open.read<CategoryNode[]>('/categories'));
const flat = () => open.read<CategoryNode[]>('/categories?format=flat');

describe('the categories', () => {
  it('are a tree, or flat: depth first with empty children', async () => {
    expect(await tree()).toBe('kitchen(mugs(espresso) plates) garden');
    expect(await open.read('/categories?format=tree')).toEqual(await open.read('/categories'));
    const list = await flat();
    expect(list.map(({ code, level, position }) => [code, level, position])).toEqual([
      ['kitchen', 0, 0],
      ['mugs', 1, 0],
      ['espresso', 2, 0],
      ['plates', 1, 1],
      ['garden', 0, 1],
    ]);
    expect(list.every(({ children }) => children.length === 0)).toBe(true);
  });

  it('know their parent and their path', async () => {
    const list = await flat();
    const [kitchen, mugs, espresso] = list as [CategoryNode, CategoryNode, CategoryNode];
    expect(kitchen.parent).toBeNull();
    expect(espresso.parent).toEqual({ id: mugs.id, code: 'mugs' });
    expect(espresso.path).toEqual([
      { id: kitchen.id, code: 'kitchen', name: 'Kitchen' },
      { id: mugs.id, code: 'mugs', name: 'mugs' },
      { id: espresso.id, code: 'espresso', name: 'espresso' },
    ]);
  });

  it('are shown one by one with their subtree', async () => {
    expect(outline([await open.read<CategoryNode>('/categories/kitchen')])).toBe('kitchen(mugs(espresso) plates)');
    expect(outline([await open.read<CategoryNode>('/categories/espresso')])).toBe('espresso');
  });

  it('count their own products and those of their descendants', async () => {
    await open.product('A', { category: 'kitchen' });
    await open.product('B', { category: 'espresso' });
    await open.product('C', { category: 'espresso' });
    const counts = async () =>
      (await flat()).map(({ code, productCount, totalProductCount }) => [code, productCount, totalProductCount]);
    expect(await counts()).toEqual([
      ['kitchen', 1, 3],
      ['mugs', 0, 2],
      ['espresso', 2, 2],
      ['plates', 0, 0],
      ['garden', 0, 0],
    ]);
    expect(await open.read('/categories/mugs')).toMatchObject({ productCount: 0, totalProductCount: 2 });
    await open.patch('/products/C', { category: 'garden' });
    await open.remove('/products/B');
    expect((await counts()).map(([, own]) => own)).toEqual([1, 0, 0, 0, 1]);
  });

  it('do not change their products when they are renamed or moved', async () => {
    const before = await open.product('A', { category: 'mugs' });
    await open.patch('/categories/mugs', {
      name: 'Beakers',
      parent: 'garden',
      translations: { de: { name: 'Becher' } },
    });
    expect(await open.read('/products/A')).toEqual(before);
  });
});

describe('a new category', () => {
  it('is last among its siblings, or at its given position', async () => {
    await open.category('forks', { parent: 'kitchen', position: 1 });
    await open.category('knives', { parent: 'kitchen', position: 0 });
    await open.category('spoons', { parent: 'kitchen', position: 99 });
    await open.category('attic', { position: 0, parent: null });
    expect(await tree()).toBe('attic kitchen(knives mugs(espresso) forks plates spoons) garden');
    expect((await flat()).filter(({ level }) => level === 1).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  it('has a parent that exists, by id or code', async () => {
    const { id } = await open.read('/categories/garden');
    expect(await open.category('rakes', { parent: id })).toMatchObject({ parent: { code: 'garden' }, level: 1 });
    expectInvalid(await open.api.post('/categories', { code: 'x', parent: 'unknown' }), 'parent');
    expectInvalid(await open.api.post('/categories', { code: 'x', position: -1 }), 'position');
    expectInvalid(await open.api.post('/categories', { code: 'x', position: 0.5 }), 'position');
  });

  it('has its own texts', async () => {
    const texts = { description: 'All of it.', translations: { de: { name: 'Dach', description: 'Alles.' } } };
    expect(await open.category('attic', texts)).toMatchObject({ ...texts, productCount: 0, children: [] });
    expect(await open.patch('/categories/attic', { description: null })).toMatchObject({ description: null });
    expectInvalid(
      await open.api.patch('/categories/attic', { translations: { de: { title: 'x' } } }),
      'translations.de.title',
    );
  });
});

describe('a move', () => {
  const moves: [string, object, string][] = [
    ['mugs', { parent: 'garden' }, 'kitchen(plates) garden(mugs(espresso))'],
    ['mugs', { parent: null }, 'kitchen(plates) garden mugs(espresso)'],
    ['mugs', { parent: null, position: 0 }, 'mugs(espresso) kitchen(plates) garden'],
    ['mugs', { position: 1 }, 'kitchen(plates mugs(espresso)) garden'],
    ['plates', { position: 0 }, 'kitchen(plates mugs(espresso)) garden'],
    ['mugs', { position: 99 }, 'kitchen(plates mugs(espresso)) garden'],
    ['espresso', { parent: 'kitchen', position: 1 }, 'kitchen(mugs espresso plates) garden'],
    ['kitchen', { parent: 'garden' }, 'garden(kitchen(mugs(espresso) plates))'],
    ['garden', { parent: 'mugs', position: 0 }, 'kitchen(mugs(garden espresso) plates)'],
  ];

  it.each(moves)('of %s to %j makes %s', async (code, input, expected) => {
    await open.newEvents();
    const moved = await open.patch(`/categories/${code}`, input);
    expect(await tree()).toBe(expected);
    expect(await open.read(`/categories/${code}`)).toEqual(moved);
    const siblings = Map.groupBy(await flat(), ({ parent }) => parent?.code ?? null);
    for (const group of siblings.values()) {
      expect(group.map(({ position }) => position)).toEqual(group.map((_, index) => index));
    }
    expect((await open.newEvents()).map(({ type }) => type)).toEqual(['category.updated']);
  });

  it('to its current place changes nothing', async () => {
    const before = await open.read('/categories/plates');
    await open.newEvents();
    expect(await open.patch('/categories/plates', { parent: 'kitchen', position: 1 })).toEqual(before);
    expect(await open.patch('/categories/plates', { position: 7 })).toEqual(before);
    expect(await open.newEvents()).toEqual([]);
  });

  it('to itself or below itself is refused at parent', async () => {
    for (const parent of ['kitchen', 'mugs', 'espresso']) {
      expectInvalid(await open.api.patch('/categories/kitchen', { parent }), 'parent');
    }
    expectInvalid(await open.api.patch('/categories/kitchen', { parent: 'unknown' }), 'parent');
    expect(await tree()).toBe('kitchen(mugs(espresso) plates) garden');
  });

  it('cannot make a cycle together with another one', async () => {
    const cross = [
      open.api.patch('/categories/kitchen', { parent: 'garden' }),
      open.api.patch('/categories/garden', { parent: 'kitchen' }),
    ];
    const statuses = (await Promise.all(cross)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
  });
});

describe('the tree', () => {
  it('has at most 20 levels', async () => {
    let parent = 'espresso';
    for (let level = 3; level < 20; level += 1) {
      expect(await open.category(`level-${level}`, { parent })).toMatchObject({ level });
      parent = `level-${level}`;
    }
    expectInvalid(await open.api.post('/categories', { code: 'deeper', parent }), 'parent');
    expectInvalid(await open.api.patch('/categories/kitchen', { parent: 'garden' }), 'parent');
    expectInvalid(await open.api.patch('/categories/garden', { parent }), 'parent');
    await open.remove(`/categories/${parent}`);
    expect(await open.patch('/categories/kitchen', { parent: 'garden' })).toMatchObject({ level: 1 });
  });
});
