import type { CategoryNode, EffectiveAttribute, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
  for (const code of ['color', 'size', 'care']) {
    await api.post('/attributes', { code, type: 'text', required: code === 'care' });
  }
  for (const [code, parent] of [
    ['kitchen', null],
    ['mugs', 'kitchen'],
    ['tall', 'mugs'],
    ['garden', null],
  ]) {
    await api.post('/categories', { code, parent });
  }
});
afterAll(() => fixture.stop());

const put = (code: string, attributes: unknown[]) =>
  api.put<EffectiveAttribute[]>(`/categories/${code}/attributes`, { attributes });

/** `color! 0 kitchen`: code, a mark if it is required, position, and the category it is inherited from. */
async function effective(code: string): Promise<string[]> {
  const { data } = await api.get<EffectiveAttribute[]>(`/categories/${code}/attributes`);
  return data.map(({ code, required, position, inherited, source }) =>
    [`${code}${required ? '!' : ''}`, position, ...(inherited ? [source.categoryCode] : [])].join(' '),
  );
}

describe('the attributes of a category', () => {
  it('are its own and those of its ancestors, in order of position and code', async () => {
    await put('kitchen', ['size', 'color']);
    await put('mugs', [{ attribute: 'care', position: 1 }]);
    expect(await effective('kitchen')).toEqual(['size 0', 'color 1']);
    expect(await effective('mugs')).toEqual(['size 0 kitchen', 'care! 1', 'color 1 kitchen']);
    expect(await effective('tall')).toEqual(['size 0 kitchen', 'care! 1 mugs', 'color 1 kitchen']);
    expect(await effective('garden')).toEqual([]);
  });

  it('show the whole definition and where it comes from', async () => {
    const { data: color } = await api.get<object>('/attributes/color');
    const { data: kitchen } = await api.get<CategoryNode>('/categories/kitchen');
    await put('kitchen', ['color']);
    const { data } = await api.get<EffectiveAttribute[]>('/categories/tall/attributes');
    const source = { categoryId: kitchen.id, categoryCode: 'kitchen' };
    expect(data).toEqual([{ ...color, position: 0, inherited: true, source }]);
  });

  it('are required as the nearest category that sets it says, otherwise as the definition says', async () => {
    await put('kitchen', [{ attribute: 'color', required: true }, { attribute: 'care', required: false }, 'size']);
    await put('mugs', ['color', { attribute: 'size', required: true }]);
    await put('tall', [{ attribute: 'color', required: false }]);
    expect(await effective('kitchen')).toEqual(['color! 0', 'care 1', 'size 2']);
    expect(await effective('mugs')).toEqual(['color! 0', 'care 1 kitchen', 'size! 1']);
    expect(await effective('tall')).toEqual(['color 0', 'care 1 kitchen', 'size! 1 mugs']);
  });

  it('are replaced as a whole, by ids or codes', async () => {
    const { data: size } = await api.get<{ id: string }>('/attributes/size');
    await put('kitchen', ['color', 'care']);
    const { data } = await put('kitchen', [{ attribute: size.id, position: 5 }, 'color']);
    expect(data.map(({ code }) => code)).toEqual(['color', 'size']);
    expect(await effective('kitchen')).toEqual(['color 1', 'size 5']);
    expect((await put('kitchen', [])).data).toEqual([]);
  });

  it('are refused when one is unknown or repeated', async () => {
    const { data: color } = await api.get<{ id: string }>('/attributes/color');
    const { status, error } = await put('kitchen', ['color', 'unknown', { attribute: color.id }, 'size', 'size']);
    expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([
      422,
      ['attributes.1', 'attributes.2.attribute', 'attributes.4'],
    ]);
  });

  it('change their category when they differ, and nothing otherwise', async () => {
    await put('mugs', ['color', { attribute: 'size', required: true }]);
    const { data: after } = await api.get<CategoryNode>('/categories/mugs');
    expect(after.updatedAt > after.createdAt).toBe(true);
    const events = await api.events();
    expect(events.at(-1)).toEqual({ type: 'category.updated', payload: { ...after, children: [] } });
    await put('mugs', [
      { attribute: 'size', required: true, position: 1 },
      { attribute: 'color', position: 0 },
    ]);
    expect((await api.get('/categories/mugs')).data).toEqual(after);
    expect(await api.events()).toHaveLength(events.length);
  });

  it('follow a category that moves', async () => {
    await put('kitchen', ['color']);
    await put('garden', ['size']);
    await api.patch('/categories/mugs', { parent: 'garden' });
    expect(await effective('tall')).toEqual(['size 0 garden']);
    await api.delete('/categories/garden');
    expect(await effective('tall')).toEqual([]);
  });

  it('decide what products need to be complete', async () => {
    await put('kitchen', [{ attribute: 'color', required: true }]);
    await api.product({ sku: 'A', category: 'tall' });
    const missing = async () => (await api.get<Product>('/products/A')).data.completenessDetails?.missing;
    expect(await missing()).toContain('attributes.color');
    await api.patch('/products/A', { attributes: { color: 'red' } });
    expect(await missing()).not.toContain('attributes.color');
  });
});

describe('completeness', () => {
  it('is recomputed only in the categories whose required attributes change', async () => {
    await put('kitchen', ['color', 'size']);
    expect(await recomputes()).toEqual([]);
    await put('kitchen', [{ attribute: 'color', required: true }, 'size']);
    expect(await recomputes()).toEqual(['kitchen mugs tall']);
    await put('mugs', [{ attribute: 'color', required: true }]);
    expect(await recomputes()).toHaveLength(1);
    await put('tall', ['care']);
    expect((await recomputes()).at(-1)).toBe('tall');
    await api.patch('/categories/mugs', { parent: null });
    expect(await recomputes()).toHaveLength(2);
    await api.patch('/categories/tall', { parent: 'garden' });
    expect((await recomputes()).at(-1)).toBe('tall');
    await api.delete('/categories/mugs');
    expect(await recomputes()).toHaveLength(3);
  });
});

/** Codes of the categories of each pending recomputation. */
async function recomputes(): Promise<string[]> {
  const { rows } = await fixture.database.query<{ codes: string }>(
    `select (select string_agg(code, ' ' order by code) from category where id = any(category_ids)) as codes
     from completeness_recompute where workspace_id = $1 order by id`,
    [api.workspace.id],
  );
  return rows.map(({ codes }) => codes);
}
