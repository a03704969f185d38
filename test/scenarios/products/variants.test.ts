import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnyRecord, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
  await open.attribute('color', 'select', { usableAsAxis: true, options: [{ code: 'red' }, { code: 'blue' }] });
  await open.attribute('size', 'text', { usableAsAxis: true });
  await open.attribute('note', 'text');
});

const parent = (input: object = {}) =>
  open.product('MUG', { type: 'parent', variantAxes: ['color', 'size'], ...input });
const variant = (sku: string, color: string, size: string, input: object = {}) =>
  open.product(sku, { type: 'variant', parent: 'MUG', attributes: { color, size }, ...input });

describe('a product', () => {
  it('is simple unless it says otherwise, without parent, axes and variants', async () => {
    const product = await open.product('PLAIN');
    expect(product).toMatchObject({ type: 'simple', parent: null, variantAxes: [] });
    expect(product).not.toHaveProperty('variantCount');
  });

  it('may become a parent later, and nothing else', async () => {
    await open.product('PLAIN');
    expectInvalid(await open.api.patch('/products/PLAIN', { type: 'variant' }), 'type');
    expect(await open.patch('/products/PLAIN', { type: 'parent', variantAxes: ['size'] })).toMatchObject({
      type: 'parent',
      variantAxes: ['size'],
      variantCount: 0,
    });
    expectInvalid(await open.api.patch('/products/PLAIN', { type: 'simple', variantAxes: [] }), 'type');
    expectInvalid(await open.api.put('/products/PLAIN', { name: 'P', type: 'variant', variantAxes: [] }), 'type');
  });

  it('has a parent only if it is a variant, and axes only if it is a parent', async () => {
    await parent();
    expectInvalid(await open.api.post('/products', { sku: 'A', name: 'A', parent: 'MUG' }), 'parent');
    expectInvalid(await open.api.post('/products', { sku: 'A', name: 'A', variantAxes: ['size'] }), 'variantAxes');
  });
});

// API behavior 4.4.
describe('the axes of a parent', () => {
  it('are one to five attributes that are usable as axes', async () => {
    const axes = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const code of axes) await open.attribute(code, 'text', { usableAsAxis: true });
    const post = (variantAxes: string[]) =>
      open.api.post('/products', { sku: 'P', name: 'P', type: 'parent', variantAxes });
    expectInvalid(await post(axes), 'variantAxes');
    expectInvalid(await post(['a', 'a']), 'variantAxes');
    expectInvalid(await post(['a', 'unknown']), 'variantAxes.1');
    expectInvalid(await post(['note']), 'variantAxes.0');
    expect((await post(axes.slice(0, 5))).data).toMatchObject({ variantAxes: axes.slice(0, 5), variantCount: 0 });
  });

  it('change only while it has no variants', async () => {
    await parent();
    await open.patch('/products/MUG', { variantAxes: ['color'] });
    await open.product('MUG-R', { type: 'variant', parent: 'MUG', attributes: { color: 'red' } });
    expectInvalid(await open.api.patch('/products/MUG', { variantAxes: ['size'] }), 'variantAxes');
    await open.remove('/products/MUG-R');
    expect(await open.patch('/products/MUG', { variantAxes: ['size'] })).toMatchObject({ variantAxes: ['size'] });
  });
});

describe('a variant', () => {
  it('links to its parent, by id or SKU, and may lack a name', async () => {
    const { id } = await parent();
    expect(await variant('MUG-RL', 'red', 'L')).toMatchObject({ parent: { id, sku: 'MUG' }, name: null });
    const byId = await variant('MUG-BL', 'blue', 'L', { parent: id, name: 'Blue mug' });
    expect(byId).toMatchObject({ parent: { id, sku: 'MUG' }, name: 'Blue mug', type: 'variant' });
  });

  it('needs a product of type parent', async () => {
    await open.product('PLAIN');
    const post = (input: object) => open.api.post('/products', { sku: 'V', type: 'variant', ...input });
    expectInvalid(await post({}), 'parent');
    expectInvalid(await post({ parent: null }), 'parent');
    expectInvalid(await post({ parent: 'NOBODY' }), 'parent');
    expectInvalid(await post({ parent: 'PLAIN' }), 'parent');
  });

  it('fills every axis, and keeps it filled', async () => {
    await parent();
    const post = (attributes: object) =>
      open.api.post('/products', { sku: 'V', type: 'variant', parent: 'MUG', attributes });
    expectInvalid(await post({}), 'attributes.color', 'attributes.size');
    expectInvalid(await post({ color: 'red' }), 'attributes.size');
    expectInvalid(await post({ color: 'green', size: 'L' }), 'attributes.color');
    await variant('MUG-RL', 'red', 'L');
    expectInvalid(await open.api.patch('/products/MUG-RL', { attributes: { size: null } }), 'attributes.size');
    expectInvalid(await open.api.put('/products/MUG-RL', {}), 'attributes.color', 'attributes.size');
  });

  it('has a unique combination among its siblings', async () => {
    await parent();
    await variant('MUG-RL', 'red', 'L');
    await variant('MUG-RS', 'red', 'S');
    const again = { sku: 'AGAIN', type: 'variant', parent: 'MUG', attributes: { color: 'red', size: 'L' } };
    expectInvalid(await open.api.post('/products', again), 'attributes.color', 'attributes.size');
    const moved = await open.api.patch('/products/MUG-RS', { attributes: { size: 'L' } });
    expectInvalid(moved, 'attributes.color', 'attributes.size');
    await open.product('CUP', { type: 'parent', variantAxes: ['color', 'size'] });
    await open.product('CUP-RL', { type: 'variant', parent: 'CUP', attributes: { color: 'red', size: 'L' } });
    await open.patch('/products/MUG-RL', { attributes: { size: 'XL' } });
    await open.patch('/products/MUG-RS', { attributes: { size: 'L' } });
  });

  it('of many concurrent ones takes a combination once', async () => {
    await parent();
    const sent = Array.from({ length: 8 }, (_, index) =>
      open.api.post('/products', {
        sku: `V${index}`,
        type: 'variant',
        parent: 'MUG',
        attributes: { color: 'red', size: 'L' },
      }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(422)]);
    expect((await open.read('/products/MUG')).variantCount).toBe(1);
  });

  it('may move to another parent', async () => {
    await parent();
    await open.product('CUP', { type: 'parent', variantAxes: ['size'] });
    await variant('V', 'red', 'L');
    expect(await open.patch('/products/V', { parent: 'CUP' })).toMatchObject({ parent: { sku: 'CUP' } });
    const counts = [(await open.read('/products/MUG')).variantCount, (await open.read('/products/CUP')).variantCount];
    expect(counts).toEqual([0, 1]);
    expectInvalid(await open.api.patch('/products/V', { parent: null }), 'parent');
  });
});

// API behavior 5.7.
describe('a parent', () => {
  it('counts its variants, which is a change of the parent', async () => {
    const { version } = await parent();
    await open.newEvents();
    await variant('MUG-RL', 'red', 'L');
    expect(await open.read('/products/MUG')).toMatchObject({ variantCount: 1, version: version + 1 });
    const events = await open.newEvents();
    expect(events.map(({ type, changedFields }) => [type, changedFields])).toEqual(
      expect.arrayContaining([
        ['product.created', null],
        ['product.updated', ['variantCount']],
      ]),
    );
    await open.remove('/products/MUG-RL');
    expect(await open.read('/products/MUG')).toMatchObject({ variantCount: 0, version: version + 2 });
  });

  it('that gets a new SKU changes its variants too', async () => {
    const { id } = await parent();
    await variant('MUG-RL', 'red', 'L');
    await variant('MUG-BL', 'blue', 'L');
    await open.newEvents();
    const { updatedAt } = await open.patch('/products/MUG', { sku: 'BEAKER' });
    const variants = await open.read<AnyRecord[]>('/products?type=variant');
    for (const { parent: link, version } of variants) {
      expect(link).toEqual({ id, sku: 'BEAKER' });
      expect(version).toBe(2);
    }
    expect(await open.skus(`updated_since=${updatedAt}&type=variant`)).toEqual(['MUG-BL', 'MUG-RL']);
    const events = await open.newEvents();
    expect(events.map(({ changedFields }) => changedFields).sort()).toEqual([['parent'], ['parent'], ['sku']]);
  });

  it('shows its variants, ordered by SKU, when they are included', async () => {
    await parent();
    await variant('MUG-RS', 'red', 'S');
    await variant('MUG-BL', 'blue', 'L');
    const alone = await open.read('/products/MUG');
    expect(alone).not.toHaveProperty('variants');
    const family = await open.read<{ variants: AnyRecord[] }>('/products/MUG?include=variants');
    expect(family).toMatchObject(alone);
    const shown = [await open.read('/products/MUG-BL'), await open.read('/products/MUG-RS')];
    expect(family.variants).toEqual(shown.map(({ completenessDetails: _, ...product }) => product));
    expect((await open.read<{ variants: unknown }>('/products/MUG-BL?include=variants')).variants).toEqual([]);
  });

  it('is deleted with its variants, each with an event', async () => {
    await parent();
    const variants = [await variant('MUG-RL', 'red', 'L'), await variant('MUG-BL', 'blue', 'L')];
    await open.product('CUP');
    await open.newEvents();
    const { id } = await open.read('/products/MUG');
    await open.remove('/products/MUG');
    expect(await open.skus('')).toEqual(['CUP']);
    expect((await open.api.get('/products/MUG-RL')).status).toBe(404);
    const deleted = [{ id, sku: 'MUG' }, ...variants.map(({ id, sku }) => ({ id, sku }))];
    const events = await open.newEvents();
    expect(events.map(({ type }) => type)).toEqual(deleted.map(() => 'product.deleted'));
    expect(events.map(({ payload }) => payload)).toEqual(expect.arrayContaining(deleted));
  });
});

describe('a list that includes variants', () => {
  it('shows top-level products with their variants within them', async () => {
    await parent();
    await variant('MUG-RL', 'red', 'L');
    await variant('MUG-BL', 'blue', 'L');
    await open.product('CUP');
    const response = await open.api.get<{ sku: string; variants: AnyRecord[] }[]>(
      '/products?include=variants&sort=sku',
    );
    expect(response.data.map(({ sku, variants }) => [sku, variants.map((one) => one.sku)])).toEqual([
      ['CUP', []],
      ['MUG', ['MUG-BL', 'MUG-RL']],
    ]);
    expect(response.pagination.total).toBe(2);
    expect(await open.skus('include=variants&type=variant')).toEqual([]);
  });
});
