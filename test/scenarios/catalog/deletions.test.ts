import type { CategoryNode } from '@product-content/contract';
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
});

/** The events since the last call: what happened, and to which fields. */
const happened = async () =>
  (await open.newEvents()).map(({ type, changedFields, payload }) =>
    type.startsWith('product.updated')
      ? `${type} ${changedFields?.toSorted()}`
      : `${type} ${payload?.code ?? payload?.sku}`,
  );

describe('deleting a category', () => {
  const outline = (nodes: readonly CategoryNode[]): string =>
    nodes.map(({ code, children }) => (children.length === 0 ? code : `${code}(${outline(children)})`)).join(' ');
  const tree = async () => outline(await open.read<CategoryNode[]>('/categories'));

  beforeEach(async () => {
    await open.category('kitchen');
    await open.category('mugs', { parent: 'kitchen' });
    await open.category('espresso', { parent: 'mugs' });
    await open.category('tea', { parent: 'mugs' });
    await open.category('plates', { parent: 'kitchen' });
    await open.category('garden');
    await open.product('MUG', { category: 'mugs' });
    await open.product('CUP', { category: 'espresso' });
    await open.product('RAKE', { category: 'garden' });
    await open.newEvents();
  });

  it('moves its children up to its parent, into its place', async () => {
    await open.remove('/categories/mugs');
    expect(await tree()).toBe('kitchen(espresso tea plates) garden');
    expect(await open.read('/categories/tea')).toMatchObject({ level: 1, position: 1, parent: { code: 'kitchen' } });
    expect(await open.read('/products/CUP')).toMatchObject({ category: { code: 'espresso' }, version: 1 });
    await open.remove('/categories/kitchen');
    expect(await tree()).toBe('espresso tea plates garden');
  });

  it('leaves its own products without a category, each with a new version', async () => {
    const { updatedAt: before } = await open.read('/products/MUG');
    await open.remove('/categories/mugs');
    const after = await open.read('/products/MUG');
    expect(after).toMatchObject({ category: null, version: 2 });
    expect(String(after.updatedAt) > String(before)).toBe(true);
    expect(await open.skus(`updated_since=${after.updatedAt}`)).toEqual(['MUG']);
    expect((await happened()).toSorted()).toEqual([
      'category.deleted mugs',
      'category.updated espresso',
      'category.updated tea',
      'product.updated category,completeness',
    ]);
  });

  it('moves them to the category that reassign_to names', async () => {
    const { id } = await open.read('/categories/garden');
    await open.remove('/categories/mugs?reassign_to=garden');
    expect(await open.read('/products/MUG')).toMatchObject({ category: { id, code: 'garden' }, version: 2 });
    await open.remove(`/categories/espresso?reassign_to=${id}`);
    expect(await open.skus('category=garden')).toEqual(['CUP', 'MUG', 'RAKE']);
    expect(await open.read('/categories/garden')).toMatchObject({ productCount: 3 });
  });

  it('is refused when reassign_to names itself, a descendant or an unknown category', async () => {
    for (const target of ['mugs', 'espresso', 'unknown']) {
      expectInvalid(await open.api.delete(`/categories/mugs?reassign_to=${target}`), 'reassign_to');
    }
    expectInvalid(await open.api.delete('/categories/mugs?reassign_to='), 'reassign_to');
    expectInvalid(await open.api.delete('/categories/mugs?reassign=garden'), 'reassign');
    expect(await tree()).toBe('kitchen(mugs(espresso tea) plates) garden');
    await open.remove('/categories/mugs?reassign_to=kitchen');
    expect(await open.read('/products/MUG')).toMatchObject({ category: { code: 'kitchen' } });
  });
});

describe('deleting an attribute', () => {
  it('removes its values from all products, including those in other languages', async () => {
    await open.attribute('care', 'text', { localizable: true });
    await open.attribute('color', 'text');
    const attributes = { care: 'Wash.', color: 'red' };
    await open.product('BOTH', {
      attributes,
      translations: { de: { name: 'Beide', attributes: { care: 'Spülen.' } } },
    });
    await open.product('GERMAN', { translations: { de: { attributes: { care: 'Spülen.' } } } });
    await open.product('NEITHER', { attributes: { color: 'red' } });
    await open.newEvents();
    await open.remove('/attributes/care');
    expect(await open.read('/products/BOTH')).toMatchObject({
      attributes: { color: 'red' },
      translations: { de: { name: 'Beide' } },
      version: 2,
    });
    expect(await open.read('/products/GERMAN')).toMatchObject({ attributes: {}, translations: {}, version: 2 });
    expect(await open.read('/products/NEITHER')).toMatchObject({ version: 1 });
    expect((await happened()).toSorted()).toEqual([
      'attribute.deleted care',
      'product.updated attributes.care,translations.de.attributes.care',
      'product.updated translations.de.attributes.care',
    ]);
    const [{ updatedAt }] = (await open.read<AnyRecord[]>('/products?sort=-updatedAt')) as [AnyRecord];
    expect(await open.skus(`updated_since=${new Date(Date.parse(String(updatedAt)) - 1000).toISOString()}`)).toContain(
      'GERMAN',
    );
    expectInvalid(await open.api.patch('/products/BOTH', { attributes: { care: 'Wash.' } }), 'attributes.care');
  });

  it('removes it from its group and its categories', async () => {
    await open.group('looks');
    await open.category('mugs');
    await open.attribute('color', 'text', { group: 'looks' });
    await open.put('/categories/mugs/attributes', { attributes: ['color'] });
    await open.remove('/attributes/color');
    expect(await open.read('/attribute-groups/looks')).toMatchObject({ attributes: [], attributeCount: 0 });
    expect(await open.read('/categories/mugs/attributes')).toEqual([]);
  });

  it('frees its code for another type, without the old values', async () => {
    await open.attribute('size', 'text', { unique: true });
    await open.product('A', { attributes: { size: 'L' } });
    await open.remove('/attributes/size');
    await open.attribute('size', 'integer');
    expect((await open.read('/products/A')).attributes).toEqual({});
    expect((await open.patch('/products/A', { attributes: { size: 4 } })).attributes).toEqual({ size: 4 });
  });
});

describe('deleting an attribute group', () => {
  it('leaves its attributes without a group', async () => {
    await open.group('looks');
    await open.attribute('color', 'text', { group: 'looks' });
    await open.newEvents();
    await open.remove('/attribute-groups/looks');
    expect(await open.read('/attributes/color')).toMatchObject({ group: null });
    expect(await happened()).toEqual(['attribute.updated color']);
  });
});

describe('deleting a collection', () => {
  it('keeps its products, which get a new version without it', async () => {
    await open.collection('summer');
    await open.collection('sale');
    await open.product('A', { collections: ['summer', 'sale'] });
    await open.product('B', { collections: ['sale'] });
    await open.newEvents();
    await open.remove('/collections/summer');
    expect(await open.read('/products/A')).toMatchObject({ collections: [{ code: 'sale' }], version: 2 });
    expect(await open.read('/products/B')).toMatchObject({ version: 1 });
    expect(await happened()).toEqual(['product.updated collections']);
  });
});

describe('deleting a product that others are associated with', () => {
  it('removes it and its variants from associations, each with a new version', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('POT', { type: 'parent', variantAxes: ['size'] });
    await open.product('POT-S', { type: 'variant', parent: 'POT', attributes: { size: 's' } });
    await open.product('LID');
    await open.product('SET', { associations: { pack: ['POT-S', 'LID'], upsell: ['POT'] } });
    await open.newEvents();
    await open.remove('/products/POT');
    expect(await open.read('/products/SET')).toMatchObject({ version: 2, associations: { pack: ['LID'] } });
    expect((await happened()).toSorted()).toEqual([
      'product.deleted POT',
      'product.deleted POT-S',
      'product.updated associations.pack,associations.upsell',
    ]);
    expect((await open.read<AnyRecord[]>('/products/SET/versions'))[0]).toMatchObject({
      event: 'updated',
      source: 'api',
    });
  });

  it('does so in the background when there are very many of them', async () => {
    await open.product('HIT');
    const fans = Array.from({ length: 501 }, (_, index) => ({
      sku: `F-${index}`,
      name: 'Fan',
      associations: { upsell: ['HIT'] },
    }));
    await open.api.post('/products/bulk', { items: fans.slice(0, 500) });
    await open.api.post('/products/bulk', { items: fans.slice(500) });
    await open.newEvents();
    await open.remove('/products/HIT');
    const changed = async () =>
      (await app.query(`select from outbox where workspace_id = $1 and type = 'product.updated'`, [open.workspace.id]))
        .length;
    await expect.poll(changed).toBe(501);
    expect(await open.read('/products/F-500')).toMatchObject({ version: 2, associations: {} });
    expect((await open.read<AnyRecord[]>('/products/F-0/versions'))[0]).toMatchObject({
      source: 'job',
      actor: { type: 'job', id: 'associations' },
      changedFields: ['associations.upsell'],
    });
  });
});

describe('deleting a product', () => {
  it('causes one event, and nothing else', async () => {
    const { id } = await open.product('A');
    await open.newEvents();
    await open.remove('/products/A');
    expect(await open.newEvents()).toMatchObject([{ type: 'product.deleted', payload: { id, sku: 'A' } }]);
    expect(await open.skus('')).toEqual([]);
    for (const reference of ['A', id]) expect((await open.api.get(`/products/${reference}`)).status).toBe(404);
    expect((await open.product('A')).id).not.toBe(id);
  });
});
