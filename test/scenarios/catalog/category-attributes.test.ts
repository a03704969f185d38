import type { EffectiveAttribute } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
  await open.category('kitchen');
  await open.category('mugs', { parent: 'kitchen' });
  await open.category('espresso', { parent: 'mugs' });
  for (const code of ['color', 'volume', 'material']) await open.attribute(code, 'text');
  await open.attribute('brandNote', 'text', { required: true });
});

const put = (category: string, attributes: unknown[]) =>
  open.put<EffectiveAttribute[]>(`/categories/${category}/attributes`, { attributes });
const list = (category: string) => open.read<EffectiveAttribute[]>(`/categories/${category}/attributes`);

/** `color! <- kitchen`: required, inherited from kitchen. */
const brief = (attributes: readonly EffectiveAttribute[]) =>
  attributes.map(({ code, required, inherited, source }) =>
    [`${code}${required ? '!' : ''}`, ...(inherited ? [source.categoryCode] : [])].join(' <- '),
  );

describe('the attributes of a category', () => {
  it('are empty at first', async () => {
    expect(await list('mugs')).toEqual([]);
  });

  it('are definitions with the settings of the category', async () => {
    const color = await open.read('/attributes/color');
    const { id } = await open.read('/categories/mugs');
    expect(await put('mugs', ['color'])).toEqual([
      { ...color, required: false, position: 0, inherited: false, source: { categoryId: id, categoryCode: 'mugs' } },
    ]);
    expect(await list(id)).toEqual(await list('mugs'));
  });

  it('are set by code or id, with or without settings, in the order of the list', async () => {
    const { id } = await open.read('/attributes/volume');
    expect(brief(await put('mugs', ['material', id, { attribute: 'color', required: true }]))).toEqual([
      'material',
      'volume',
      'color!',
    ]);
    expect(
      brief(await put('mugs', ['material', { attribute: id, position: 9 }, { attribute: 'color', position: -1 }])),
    ).toEqual(['color', 'material', 'volume']);
  });

  it('are replaced as a whole', async () => {
    await put('mugs', ['color', 'volume']);
    expect(brief(await put('mugs', ['material']))).toEqual(['material']);
    expect(await put('mugs', [])).toEqual([]);
  });

  it('are required as the category says, otherwise as the definition does', async () => {
    expect(brief(await put('mugs', ['brandNote', 'color']))).toEqual(['brandNote!', 'color']);
    expect(brief(await put('mugs', [{ attribute: 'brandNote', required: false }, 'color']))).toEqual([
      'brandNote',
      'color',
    ]);
    await open.patch('/attributes/color', { required: true });
    expect(brief(await list('mugs'))).toEqual(['brandNote', 'color!']);
  });

  it('name unknown or repeated entries', async () => {
    const refuse = async (attributes: unknown, ...fields: string[]) =>
      expectInvalid(await open.api.put('/categories/mugs/attributes', { attributes }), ...fields);
    await refuse(['color', 'unknown'], 'attributes.1');
    await refuse(['color', { attribute: 'unknown' }], 'attributes.1.attribute');
    await refuse(['color', { attribute: 'color' }], 'attributes.1.attribute');
    await refuse(['color', 'color'], 'attributes.1');
    await refuse([{ attribute: 'color', mandatory: true }], 'attributes.0.mandatory');
    await refuse([{}], 'attributes.0.attribute');
    await refuse('color', 'attributes');
    expectInvalid(await open.api.put('/categories/mugs/attributes', {}), 'attributes');
    expect(await list('mugs')).toEqual([]);
  });

  it('change the category only if they differ', async () => {
    await put('mugs', ['color', { attribute: 'volume', required: true }]);
    const { updatedAt } = await open.read('/categories/mugs');
    await open.newEvents();
    await put('mugs', ['color', { attribute: 'volume', required: true }]);
    expect(await open.newEvents()).toEqual([]);
    expect((await open.read('/categories/mugs')).updatedAt).toBe(updatedAt);
    await put('mugs', ['color']);
    expect((await open.newEvents()).map(({ type, payload }) => [type, payload?.code])).toEqual([
      ['category.updated', 'mugs'],
    ]);
  });
});

describe('a category below', () => {
  beforeEach(async () => {
    await put('kitchen', [{ attribute: 'material', required: true }, 'color']);
  });

  it('inherits them', async () => {
    const inherited = ['material! <- kitchen', 'color <- kitchen'];
    expect(brief(await list('mugs'))).toEqual(inherited);
    expect(brief(await list('espresso'))).toEqual(inherited);
  });

  it('adds its own', async () => {
    expect(brief(await put('mugs', [{ attribute: 'volume', position: 5 }]))).toEqual([
      'material! <- kitchen',
      'color <- kitchen',
      'volume',
    ]);
    expect(brief(await list('kitchen'))).toEqual(['material!', 'color']);
  });

  it('can override one; the nearest category that sets it decides', async () => {
    expect(brief(await put('espresso', ['material']))).toContain('material!');
    await put('espresso', []);
    expect(brief(await put('mugs', [{ attribute: 'material', required: false }, 'color'])).toSorted()).toEqual([
      'color',
      'material',
    ]);
    expect(brief(await list('espresso')).toSorted()).toEqual(['color <- mugs', 'material <- mugs']);
    await put('espresso', ['material']);
    expect(brief(await list('espresso')).toSorted()).toEqual(['color <- mugs', 'material']);
    await put('espresso', [{ attribute: 'material', required: true }]);
    expect(brief(await list('espresso'))).toContain('material!');
  });

  it('inherits from its new parent', async () => {
    await open.category('garden');
    await put('garden', ['brandNote']);
    await open.patch('/categories/mugs', { parent: 'garden' });
    expect(brief(await list('espresso'))).toEqual(['brandNote! <- garden']);
    await open.patch('/categories/mugs', { parent: null });
    expect(await list('espresso')).toEqual([]);
  });

  it('loses those of a deleted category, and deleted attributes', async () => {
    await put('mugs', ['volume']);
    await open.remove('/attributes/color');
    expect(brief(await list('espresso')).toSorted()).toEqual(['material! <- kitchen', 'volume <- mugs']);
    await open.remove('/categories/kitchen');
    expect(brief(await list('espresso'))).toEqual(['volume <- mugs']);
  });
});
