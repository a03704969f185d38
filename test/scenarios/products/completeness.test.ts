import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, sharedApp } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;

beforeAll(async () => {
  app = await sharedApp();
});

/** kitchen requires `material`; mugs below it list `color` and `note`, of which nothing is required. */
async function openCatalog(): Promise<OpenWorkspace> {
  const open = await openWorkspace(app);
  await open.attribute('material', 'text', { required: true });
  await open.attribute('color', 'text');
  await open.attribute('note', 'text', { localizable: true });
  await open.category('kitchen');
  await open.category('mugs', { parent: 'kitchen' });
  await open.category('garden');
  await open.put('/categories/kitchen/attributes', { attributes: ['material'] });
  await open.put('/categories/mugs/attributes', { attributes: ['color', 'note'] });
  return open;
}

/** Each test has a catalog of its own, so that they can wait for the job side by side. */
const it = test.extend('open', openCatalog);

const images = [{ url: 'https://example.com/1.jpg' }];
const full = { description: 'Blue.', category: 'mugs', price: 0, images, attributes: { material: 'clay' } };

/** What a product lacks, checked against its percentage. */
async function missing(open: OpenWorkspace, sku: string): Promise<string[]> {
  const product = await open.read<{
    completeness: number;
    completenessDetails: { required: number; filled: number; missing: string[] };
  }>(`/products/${sku}`);
  const { required, filled, missing: paths } = product.completenessDetails;
  expect(product.completeness).toBe(Math.floor((100 * filled) / required));
  expect(paths).toHaveLength(required - filled);
  return paths.toSorted();
}

/** Changes of the catalog reach the products by a job. `expect.poll` does not know which of several tests it is in. */
const eventually = (open: OpenWorkspace, sku: string, paths: string[]) =>
  vi.waitFor(async () => expect(await missing(open, sku)).toEqual(paths), { timeout: 60_000, interval: 20 });

// API behavior 4.15, 4.16.
describe('the completeness of a product', () => {
  it('counts name, description, category, price, an image and the required attributes of its category', async ({
    open,
  }) => {
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
      expect(await missing(open, 'MUG')).toEqual([path]);
      await open.patch('/products/MUG', full);
    }
  });

  it('without a category requires one and no attributes', async ({ open }) => {
    await open.product('MUG');
    expect(await open.read('/products/MUG')).toMatchObject({
      completeness: 20,
      completenessDetails: { required: 5, filled: 1 },
    });
    expect(await missing(open, 'MUG')).toEqual(['category', 'description', 'images', 'price']);
  });

  it('follows its category', async ({ open }) => {
    await open.product('MUG', { ...full, attributes: {} });
    expect(await missing(open, 'MUG')).toEqual(['attributes.material']);
    expect(await open.patch('/products/MUG', { category: 'garden' })).toMatchObject({ completeness: 100 });
  });

  it('has details for single products, but not in lists', async ({ open }) => {
    const created = await open.product('MUG', full);
    expect(created).toHaveProperty('completenessDetails');
    expect(await open.patch('/products/MUG', { stock: 1 })).toHaveProperty('completenessDetails');
    const [listed] = await open.read<object[]>('/products');
    expect(listed).not.toHaveProperty('completenessDetails');
  });

  it('counts inherited values of a variant, and follows the parent', async ({ open }) => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('MUG', { type: 'parent', variantAxes: ['size'] });
    await open.product('MUG-L', { type: 'variant', parent: 'MUG', attributes: { size: 'L' } });
    expect(await missing(open, 'MUG-L')).toEqual(['category', 'description', 'images', 'price']);
    await open.newEvents();
    const { updatedAt } = await open.patch('/products/MUG', { ...full, attributes: {} });
    expect(await missing(open, 'MUG-L')).toEqual(['attributes.material']);
    expect((await open.read('/products/MUG-L')).version).toBe(2);
    expect(await open.skus(`updated_since=${updatedAt}`)).toEqual(['MUG', 'MUG-L']);
    expect((await open.newEvents()).map(({ changedFields }) => changedFields)).toContainEqual(['completeness']);
    await open.patch('/products/MUG', { attributes: { material: 'clay' } });
    expect(await missing(open, 'MUG-L')).toEqual([]);
    await open.patch('/products/MUG', { stock: 4 });
    expect((await open.read('/products/MUG-L')).version).toBe(3);
  });
});

describe.concurrent('after a change of the catalog, completeness is computed again', () => {
  it('when an attribute becomes required or optional', async ({ open }) => {
    await open.product('MUG', full);
    await open.product('RAKE', { ...full, category: 'garden' });
    await open.newEvents();
    await open.patch('/attributes/color', { required: true });
    await eventually(open, 'MUG', ['attributes.color']);
    const [version] = await open.read<object[]>('/products/MUG/versions');
    expect(version).toMatchObject({ version: 2, event: 'updated', source: 'job', changedFields: ['completeness'] });
    expect((version as { actor: object }).actor).toMatchObject({ type: 'job' });
    const [, updated] = await open.newEvents();
    expect(updated).toMatchObject({ type: 'product.updated', version: 2, changedFields: ['completeness'] });
    await open.patch('/attributes/color', { required: false });
    await eventually(open, 'MUG', []);
    expect((await open.read('/products/RAKE')).version).toBe(1);
  });

  it('when a category lists other attributes, or says that one is required', async ({ open }) => {
    await open.product('MUG', full);
    await open.put('/categories/mugs/attributes', { attributes: [{ attribute: 'color', required: true }] });
    await eventually(open, 'MUG', ['attributes.color']);
    await open.put('/categories/mugs/attributes', { attributes: [{ attribute: 'material', required: false }] });
    await eventually(open, 'MUG', []);
    await open.put('/categories/kitchen/attributes', {
      attributes: ['material', { attribute: 'note', required: true }],
    });
    await eventually(open, 'MUG', ['attributes.note']);
  });

  it('when a category moves', async ({ open }) => {
    await open.product('MUG', { ...full, attributes: {} });
    expect(await missing(open, 'MUG')).toEqual(['attributes.material']);
    await open.patch('/categories/mugs', { parent: 'garden' });
    await eventually(open, 'MUG', []);
    await open.patch('/categories/mugs', { parent: 'kitchen' });
    await eventually(open, 'MUG', ['attributes.material']);
  });

  it('when a category above is deleted', async ({ open }) => {
    await open.product('MUG', { ...full, attributes: {} });
    await open.remove('/categories/kitchen');
    await eventually(open, 'MUG', []);
  });

  it('when its own category is deleted, immediately', async ({ open }) => {
    await open.product('MUG', { ...full, attributes: {} });
    await open.remove('/categories/mugs?reassign_to=garden');
    expect(await missing(open, 'MUG')).toEqual([]);
    await open.remove('/categories/garden');
    expect(await missing(open, 'MUG')).toEqual(['category']);
  });

  it('when a required attribute is deleted', async ({ open }) => {
    await open.product('MUG', { ...full, attributes: {} });
    await open.remove('/attributes/material');
    await eventually(open, 'MUG', []);
  });

  it('for variants whose category is that of their parent', async ({ open }) => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    await open.product('MUG', { ...full, type: 'parent', variantAxes: ['size'] });
    await open.product('MUG-L', { type: 'variant', parent: 'MUG', attributes: { size: 'L' } });
    await open.patch('/attributes/color', { required: true });
    await eventually(open, 'MUG-L', ['attributes.color']);
  });
});
