import type { CategoryNode, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { createTestContext } from '#testing/index.ts';
import { CachedProductCounts, countByCategory } from '../products/index.ts';
import { CategoriesRepository, CategoriesService, type CategoriesServiceOptions } from './index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const create = async (code: string, input: object = {}) =>
  (await api.post<CategoryNode>('/categories', { code, ...input })).data;

/** `kitchen(mugs(tall) plates)`: codes of the tree in order. */
async function tree(): Promise<string> {
  const show = (nodes: readonly CategoryNode[]): string =>
    nodes.map(({ code, children }) => (children.length === 0 ? code : `${code}(${show(children)})`)).join(' ');
  return show((await api.get<CategoryNode[]>('/categories')).data);
}

async function plant(): Promise<void> {
  await create('kitchen');
  await create('mugs', { parent: 'kitchen' });
  await create('tall', { parent: 'mugs' });
  await create('plates', { parent: 'kitchen' });
  await create('garden');
}

const problemsOf = ({ error }: { error: { details?: { fieldErrors?: object } } }) =>
  Object.keys(error.details?.fieldErrors ?? {});

describe('a category', () => {
  it('is created under a parent with its path, level and position', async () => {
    const kitchen = await create('kitchen', { name: 'Kitchen' });
    await create('plates', { parent: kitchen.id });
    const { status, data, headers } = await api.post<CategoryNode>('/categories', {
      code: 'mugs',
      parent: 'kitchen',
      translations: { de: { name: 'Tassen', description: '' }, fr: null },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/categories/${data.id}`);
    expect(data).toMatchObject({ name: 'mugs', description: null, level: 1, position: 1, children: [] });
    expect(data.parent).toEqual({ id: kitchen.id, code: 'kitchen' });
    expect(data.translations).toEqual({ de: { name: 'Tassen' } });
    expect(data.path).toEqual([
      { id: kitchen.id, code: 'kitchen', name: 'Kitchen' },
      { id: data.id, code: 'mugs', name: 'mugs' },
    ]);
    expect((await api.get('/categories/mugs')).data).toEqual(data);
    expect((await api.get(`/categories/${data.id}`)).data).toEqual(data);
  });

  it('is shown as a tree, flat depth first, and with its subtree', async () => {
    await plant();
    expect(await tree()).toBe('kitchen(mugs(tall) plates) garden');
    const { data: flat } = await api.get<CategoryNode[]>('/categories?format=flat');
    expect(flat.map(({ code, level, children }) => [code, level, children])).toEqual([
      ['kitchen', 0, []],
      ['mugs', 1, []],
      ['tall', 2, []],
      ['plates', 1, []],
      ['garden', 0, []],
    ]);
    const { data } = await api.get<CategoryNode>('/categories/mugs');
    expect(data.children.map(({ code, path }) => [code, path.map((step) => step.code)])).toEqual([
      ['tall', ['kitchen', 'mugs', 'tall']],
    ]);
  });

  it('has a unique code, even when many requests take it at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.post('/categories', { code: 'mugs' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await tree()).toBe('mugs');
    expect((await fixture.client().then((other) => other.get('/categories/mugs'))).status).toBe(404);
  });

  it('is created once for one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await api.post('/categories', { code: 'mugs' }, headers);
    const second = await api.post('/categories', { code: 'mugs' }, headers);
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  });

  it.each([
    ['parent', { parent: 'unknown' }],
    ['translations.es', { translations: { es: { name: 'Tazas' } } }],
    ['translations.de.naem', { translations: { de: { naem: 'Tassen' } } }],
    ['position', { position: -1 }],
    ['name', { name: ' ' }],
    ['code', { code: 'a b' }],
  ])('is refused at %s: %j', async (path, input) => {
    expect(Object.keys((await api.refusal('/categories', { code: 'mugs', ...input })) ?? {})).toEqual([path]);
  });

  it('takes its place among its siblings, which make room', async () => {
    for (const code of ['a', 'b', 'c']) await create(code);
    expect((await create('first', { position: 0 })).position).toBe(0);
    expect((await create('far', { position: 99 })).position).toBe(4);
    expect(await tree()).toBe('first a b c far');
    await expectDensePositions();
  });

  it('counts its products, and those of its descendants', async () => {
    await plant();
    await api.product({ sku: 'A', category: 'mugs' });
    await api.product({ sku: 'B', category: 'tall' });
    await api.product({ sku: 'C', category: 'tall' });
    const counts = async () => {
      const { data } = await api.get<CategoryNode[]>('/categories?format=flat');
      return data.map(({ code, productCount, totalProductCount }) => `${code} ${productCount}/${totalProductCount}`);
    };
    expect(await counts()).toEqual(['kitchen 0/3', 'mugs 1/3', 'tall 2/2', 'plates 0/0', 'garden 0/0']);
    await api.patch('/products/A', { category: null });
    await api.delete('/products/B');
    expect(await counts()).toEqual(['kitchen 0/1', 'mugs 0/1', 'tall 1/1', 'plates 0/0', 'garden 0/0']);
    const { data } = await api.patch<CategoryNode>('/categories/mugs', { name: 'Mugs' });
    expect([data.productCount, data.totalProductCount]).toEqual([0, 1]);
  });
});

describe('a change of a category', () => {
  it('that changes nothing leaves updatedAt and sends no event', async () => {
    await plant();
    const { data: before } = await api.get<CategoryNode>('/categories/mugs');
    const same = { name: 'mugs', parent: 'kitchen', position: 0, description: null, translations: { de: null } };
    expect((await api.patch('/categories/mugs', same)).data).toEqual(before);
    expect((await api.patch('/categories/plates', { position: 99 })).data).toMatchObject({ position: 1 });
    expect(await api.events()).toHaveLength(5);
  });

  it('sends an event with the new state of the category, without its children', async () => {
    await plant();
    const { data } = await api.patch<CategoryNode>('/categories/mugs', { name: 'Mugs', description: 'To drink from' });
    expect(data.children).toHaveLength(1);
    expect((await api.events()).at(-1)).toEqual({ type: 'category.updated', payload: { ...data, children: [] } });
  });

  it('merges translations per locale and field', async () => {
    await create('mugs', {
      translations: { de: { name: 'Tassen', description: 'Zum Trinken' }, fr: { name: 'Tasses' } },
    });
    const { data } = await api.patch<CategoryNode>('/categories/mugs', {
      translations: { de: { name: 'Becher' }, fr: { name: '' }, en: { name: 'Mugs' } },
    });
    expect(data.translations).toEqual({ de: { name: 'Becher', description: 'Zum Trinken' }, en: { name: 'Mugs' } });
  });

  it('does not change the documents and tags of its products', async () => {
    await plant();
    const before = await api.product({ sku: 'A', category: 'mugs' });
    await api.patch('/categories/mugs', { name: 'Cups', parent: 'garden' });
    expect((await api.get('/products/A')).data).toEqual(before);
  });
});

describe('moving a category', () => {
  it('takes its subtree along and closes the gap it leaves', async () => {
    await plant();
    const { data } = await api.patch<CategoryNode>('/categories/mugs', { parent: 'garden' });
    expect(data).toMatchObject({ level: 1, position: 0, path: [{ code: 'garden' }, { code: 'mugs' }] });
    expect(data.children[0]).toMatchObject({ code: 'tall', level: 2 });
    expect(await tree()).toBe('kitchen(plates) garden(mugs(tall))');
    expect((await api.patch<CategoryNode>('/categories/mugs', { parent: null, position: 1 })).data.parent).toBeNull();
    expect(await tree()).toBe('kitchen(plates) mugs(tall) garden');
    await expectDensePositions();
  });

  it.each([
    ['a', 2, 'b c a d'],
    ['d', 0, 'd a b c'],
    ['b', 2, 'a c b d'],
    ['c', 99, 'a b d c'],
  ])('to another place among its siblings keeps them dense: %s to %i', async (code, position, order) => {
    for (const sibling of ['a', 'b', 'c', 'd']) await create(sibling, { parent: null });
    await api.patch(`/categories/${code}`, { position });
    expect(await tree()).toBe(order);
    await expectDensePositions();
  });

  it('is refused at parent when it would create a cycle', async () => {
    await plant();
    for (const parent of ['kitchen', 'mugs', 'tall']) {
      const refused = await api.patch('/categories/kitchen', { parent });
      expect([refused.status, problemsOf(refused)]).toEqual([422, ['parent']]);
    }
    expect(problemsOf(await api.patch('/categories/kitchen', { parent: 'unknown' }))).toEqual(['parent']);
    expect(await tree()).toBe('kitchen(mugs(tall) plates) garden');
  });

  it('is refused at parent when the tree would have more than 20 levels', async () => {
    for (let level = 0; level < 20; level++) {
      const parent = level === 0 ? null : `l${level - 1}`;
      expect((await create(`l${level}`, { parent })).level).toBe(level);
    }
    expect(Object.keys((await api.refusal('/categories', { code: 'deep', parent: 'l19' })) ?? {})).toEqual(['parent']);
    await create('a');
    await create('b', { parent: 'a' });
    expect(problemsOf(await api.patch('/categories/a', { parent: 'l18' }))).toEqual(['parent']);
    expect((await api.patch('/categories/a', { parent: 'l17' })).status).toBe(200);
  });

  it('never creates a cycle from two concurrent moves', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [`a${round}`, `b${round}`];
      await create(a);
      await create(b);
      const responses = await Promise.all([
        api.patch(`/categories/${a}`, { parent: b }),
        api.patch(`/categories/${b}`, { parent: a }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('keeps positions dense during many concurrent moves', async () => {
    const codes = Array.from({ length: 8 }, (_, index) => `c${index}`);
    for (const code of codes) await create(code);
    await create('box');
    const moves = codes.flatMap((code, index) => [
      api.patch(`/categories/${code}`, { position: (index * 5) % 8 }),
      api.patch(`/categories/${code}`, { parent: index % 2 === 0 ? 'box' : null, position: index % 3 }),
      api.patch(`/categories/${code}`, { position: 99 }),
    ]);
    const responses = await Promise.all(moves);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await expectDensePositions();
  });
});

describe('deleting a category', () => {
  it('moves its children up to its place, each with an event', async () => {
    await plant();
    await create('bowls', { parent: 'mugs' });
    const { data: mugs } = await api.get<CategoryNode>('/categories/mugs');
    expect((await api.delete('/categories/mugs')).status).toBe(204);
    expect(await tree()).toBe('kitchen(tall bowls plates) garden');
    await expectDensePositions();
    const events = (await api.events()).slice(6);
    expect(events.map(({ type, payload }) => [type, payload?.code])).toEqual([
      ['category.deleted', 'mugs'],
      ['category.updated', 'tall'],
      ['category.updated', 'bowls'],
    ]);
    expect(events[0]?.payload).toEqual({ id: mugs.id, code: 'mugs', name: 'mugs' });
    const { data: tall } = await api.get<CategoryNode>('/categories/tall');
    expect(events[1]?.payload).toEqual(tall);
    expect(tall).toMatchObject({ level: 1, parent: { code: 'kitchen' } });
  });

  it('leaves its products without a category', async () => {
    await plant();
    await api.product({ sku: 'A', category: 'mugs' });
    await api.product({ sku: 'B', category: 'tall' });
    await api.delete('/categories/mugs');
    expect((await api.get<Product>('/products/A')).data).toMatchObject({ category: null, version: 2 });
    expect((await api.get<Product>('/products/B')).data).toMatchObject({ category: { code: 'tall' }, version: 1 });
    expect((await api.events()).filter(({ type }) => type === 'product.updated')).toHaveLength(1);
  });

  it('moves its products to the given category', async () => {
    await plant();
    await api.product({ sku: 'A', category: 'mugs' });
    const { data: garden } = await api.get<CategoryNode>('/categories/garden');
    expect((await api.delete(`/categories/mugs?reassign_to=${garden.id}`)).status).toBe(204);
    const { data } = await api.get<Product>('/products/A');
    expect(data.category).toEqual({ id: garden.id, code: 'garden' });
    expect((await api.get<CategoryNode>('/categories/garden')).data.productCount).toBe(1);
  });

  it.each(['mugs', 'tall', 'unknown'])('does not move its products to %s', async (target) => {
    await plant();
    const refused = await api.delete(`/categories/mugs?reassign_to=${target}`);
    expect([refused.status, problemsOf(refused)]).toEqual([422, ['reassign_to']]);
    expect(await tree()).toBe('kitchen(mugs(tall) plates) garden');
  });

  it('makes concurrent readers find nothing', async () => {
    class DeletedMeanwhile extends CategoriesRepository {
      override async lineage(workspaceId: string, id: string) {
        await this.delete({ workspaceId, id });
        return super.lineage(workspaceId, id);
      }
    }
    const { database } = fixture;
    await create('mugs');
    const options = {
      categories: new DeletedMeanwhile(database),
      counts: new CachedProductCounts(database, countByCategory),
    };
    const service = new CategoriesService(options as unknown as CategoriesServiceOptions);
    await expect(service.get(createTestContext(api.workspace), 'mugs')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cannot be repeated or done from another workspace', async () => {
    const { id } = await create('mugs');
    expect((await fixture.client().then((other) => other.delete(`/categories/${id}`))).status).toBe(404);
    expect((await api.delete(`/categories/${id}`)).status).toBe(204);
    expect((await api.delete(`/categories/${id}`)).status).toBe(404);
  });
});

async function expectDensePositions(): Promise<void> {
  const { data } = await api.get<CategoryNode[]>('/categories?format=flat');
  const siblings = Map.groupBy(data, ({ parent }) => parent?.id ?? null);
  for (const group of siblings.values()) {
    expect(group.map(({ position }) => position)).toEqual(group.map((_, place) => place));
  }
}
