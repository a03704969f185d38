import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
});

/** kitchen requires `material`; mugs below it list `color` and `note`, of which nothing is required. */
beforeEach(async () => {
  open = await openWorkspace(app);
  await open.attribute('material', 'text', { required: true });
  await open.attribute('color', 'text');
  await open.attribute('note', 'text', { localizable: true });
  await open.category('kitchen');
  await open.category('mugs', { parent: 'kitchen' });
  await open.category('garden');
  await open.put('/categories/kitchen/attributes', { attributes: ['material'] });
  await open.put('/categories/mugs/attributes', { attributes: ['color', 'note'] });
});

const images = [{ url: 'https://example.com/1.jpg' }];
const full = { description: 'Blue.', category: 'mugs', price: 0, images, attributes: { material: 'clay' } };

/** What a product lacks, checked against its percentage. */
async function missing(sku: string): Promise<string[]> {
  const product = await open.read<{
    completeness: number;
    completenessDetails: { required: number; filled: number; missing: string[] };
  }>(`/products/${sku}`);
  const { required, filled, missing: paths } = product.completenessDetails;
  expect(product.completeness).toBe(Math.floor((100 * filled) / required));
  expect(paths).toHaveLength(required - filled);
  return paths.toSorted();
}

/** Changes of the catalog reach the products by a job. */
const eventually = (sku: string, paths: string[]) =>
  expect.poll(() => missing(sku), { timeout: 15_000, interval: 50 }).toEqual(paths);

describe('the completeness of a product', () => {
  it('counts name, description, category, price, an image and the required attributes of its category', async () => {
    await open.product('MUG', full);
    expect(await open.read('/products/MUG')).toMatchObject({
      completeness: 100,
      completenessDetails: { required: 6, filled: 6, missing: [] },
    });
    const lacking: [object, string][] = [
      [{ description: null }, 'description'],
      [{ description: '' }, 'description'],
      [{ price: null }, 'price'],
      [{ images: [] }, 'images'],
      [{ attributes: { material: null } }, 'attributes.material'],
      [{ attributes: { material: '' } }, 'attributes.material'],
    ];
    for (const [input, path] of lacking) {
      expect(await open.patch('/products/MUG', input)).toMatchObject({ completeness: 83 });
      expect(await missing('MUG')).toEqual([path]);
      await open.patch('/products/MUG', full);
    }
  });

  it('without a category asks for one and for no attributes', async () => {
    await open.product('MUG');
    expect(await open.read('/products/MUG')).toMatchObject({
      completeness: 20,
      completenessDetails: { required: 5, filled: 1 },
    });
    expect(await missing('MUG')).toEqual(['category', 'description', 'images', 'price']);
  });

  it('follows its category', async () => {
    await open.product('MUG', { ...full, attributes: {} });
    expect(await missing('MUG')).toEqual(['attributes.material']);
    expect(await open.patch('/products/MUG', { category: 'garden' })).toMatchObject({ completeness: 100 });
  });

  it('is detailed where one product is shown, and not in lists', async () => {
    const created = await open.product('MUG', full);
    expect(created).toHaveProperty('completenessDetails');
    expect(await open.patch('/products/MUG', { stock: 1 })).toHaveProperty('completenessDetails');
    const [listed] = await open.read<object[]>('/products');
    expect(listed).not.toHaveProperty('completenessDetails');
  });

  it('counts for a variant what its parent has, and follows the parent', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('MUG', { type: 'parent', variantAxes: ['size'] });
    await open.product('MUG-L', { type: 'variant', parent: 'MUG', attributes: { size: 'L' } });
    expect(await missing('MUG-L')).toEqual(['category', 'description', 'images', 'price']);
    await open.newEvents();
    const { updatedAt } = await open.patch('/products/MUG', { ...full, attributes: {} });
    expect(await missing('MUG-L')).toEqual(['attributes.material']);
    expect((await open.read('/products/MUG-L')).version).toBe(2);
    expect(await open.skus(`updated_since=${updatedAt}`)).toEqual(['MUG', 'MUG-L']);
    expect((await open.newEvents()).map(({ changedFields }) => changedFields)).toContainEqual(['completeness']);
    await open.patch('/products/MUG', { attributes: { material: 'clay' } });
    expect(await missing('MUG-L')).toEqual([]);
    await open.patch('/products/MUG', { stock: 4 });
    expect((await open.read('/products/MUG-L')).version).toBe(3);
  });
});

describe('after a change of the catalog, completeness is computed again', () => {
  it('when an attribute becomes required, and when it no longer is', async () => {
    await open.product('MUG', full);
    await open.product('RAKE', { ...full, category: 'garden' });
    await open.newEvents();
    await open.patch('/attributes/color', { required: true });
    await eventually('MUG', ['attributes.color']);
    const [version] = await open.read<object[]>('/products/MUG/versions');
    expect(version).toMatchObject({ version: 2, event: 'updated', source: 'job', changedFields: ['completeness'] });
    expect((version as { actor: object }).actor).toMatchObject({ type: 'job' });
    const [, updated] = await open.newEvents();
    expect(updated).toMatchObject({ type: 'product.updated', version: 2, changedFields: ['completeness'] });
    await open.patch('/attributes/color', { required: false });
    await eventually('MUG', []);
    expect((await open.read('/products/RAKE')).version).toBe(1);
  });

  it('when a category lists other attributes, or says that one is required', async () => {
    await open.product('MUG', full);
    await open.put('/categories/mugs/attributes', { attributes: [{ attribute: 'color', required: true }] });
    await eventually('MUG', ['attributes.color']);
    await open.put('/categories/mugs/attributes', { attributes: [{ attribute: 'material', required: false }] });
    await eventually('MUG', []);
    await open.put('/categories/kitchen/attributes', {
      attributes: ['material', { attribute: 'note', required: true }],
    });
    await eventually('MUG', ['attributes.note']);
  });

  it('when a category moves', async () => {
    await open.product('MUG', { ...full, attributes: {} });
    expect(await missing('MUG')).toEqual(['attributes.material']);
    await open.patch('/categories/mugs', { parent: 'garden' });
    await eventually('MUG', []);
    await open.patch('/categories/mugs', { parent: 'kitchen' });
    await eventually('MUG', ['attributes.material']);
  });

  it('when a category above is deleted', async () => {
    await open.product('MUG', { ...full, attributes: {} });
    await open.remove('/categories/kitchen');
    await eventually('MUG', []);
  });

  it('when its own category is deleted, at once', async () => {
    await open.product('MUG', { ...full, attributes: {} });
    await open.remove('/categories/mugs?reassign_to=garden');
    expect(await missing('MUG')).toEqual([]);
    await open.remove('/categories/garden');
    expect(await missing('MUG')).toEqual(['category']);
  });

  it('when a required attribute is deleted', async () => {
    await open.product('MUG', { ...full, attributes: {} });
    await open.remove('/attributes/material');
    await eventually('MUG', []);
  });

  it('for variants whose category is that of their parent', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('MUG', { ...full, type: 'parent', variantAxes: ['size'] });
    await open.product('MUG-L', { type: 'variant', parent: 'MUG', attributes: { size: 'L' } });
    await open.patch('/attributes/color', { required: true });
    await eventually('MUG-L', ['attributes.color']);
  });
});
