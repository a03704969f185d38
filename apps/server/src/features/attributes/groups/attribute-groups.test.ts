import type { Attribute, AttributeGroup } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const create = async (input: Record<string, unknown>) =>
  (await api.post<AttributeGroup>('/attribute-groups', input)).data;

describe('an attribute group', () => {
  it('is created with defaults, at the end, and found by id and code', async () => {
    await create({ code: 'first' });
    const { status, data, headers } = await api.post<AttributeGroup>('/attribute-groups', { code: 'technical' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/attribute-groups/${data.id}`);
    expect(data).toMatchObject({ code: 'technical', label: 'technical', labels: {}, position: 1, attributes: [] });
    expect((await api.get('/attribute-groups/technical')).data).toEqual(data);
    expect((await api.get(`/attribute-groups/${data.id}`)).data).toEqual(data);
  });

  it('lists the codes of its attributes in order', async () => {
    await create({ code: 'technical' });
    await create({ code: 'empty' });
    for (const [code, position] of Object.entries({ b: 2, c: 1, a: 2 })) {
      await api.post('/attributes', { code, type: 'text', group: 'technical', position });
    }
    await api.post('/attributes', { code: 'elsewhere', type: 'text' });
    const { data } = await api.get<AttributeGroup[]>('/attribute-groups');
    expect(data.map(({ code, attributes, attributeCount }) => [code, attributes, attributeCount])).toEqual([
      ['technical', ['c', 'a', 'b'], 3],
      ['empty', [], 0],
    ]);
  });

  it('has a code that is unique in its workspace', async () => {
    await create({ code: 'technical' });
    const { status, error } = await api.post('/attribute-groups', { code: 'technical' });
    expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining('"technical"')]);
    const other = await fixture.client();
    const unknown = [
      await other.get('/attribute-groups/technical'),
      await other.patch('/attribute-groups/technical', {}),
    ];
    expect(unknown.map((response) => [response.status, response.error.message])).toEqual(
      Array(2).fill([404, 'The attribute group does not exist.']),
    );
    expect((await other.post('/attribute-groups', { code: 'technical' })).status).toBe(201);
  });

  it('changes the sent fields, and nothing when they are equal', async () => {
    const before = await create({ code: 'technical', labels: { de: 'Technik' } });
    const same = { label: 'technical', labels: { de: 'Technik' }, position: 0 };
    expect((await api.patch('/attribute-groups/technical', same)).data).toEqual(before);
    const { data } = await api.patch<AttributeGroup>(`/attribute-groups/${before.id}`, { labels: { fr: 'Technique' } });
    expect(data.labels).toEqual({ de: 'Technik', fr: 'Technique' });
    expect((await api.get('/attribute-groups/technical')).data).toEqual(data);
  });

  it('accepts labels only in the locales of the workspace', async () => {
    const body = { code: 'technical', labels: { es: 'Técnico' } };
    expect(Object.keys((await api.refusal('/attribute-groups', body)) ?? {})).toEqual(['labels.es']);
    await create({ code: 'technical' });
    const patched = await api.patch('/attribute-groups/technical', { labels: { es: 'x' } });
    expect([patched.status, Object.keys(patched.error.details?.fieldErrors ?? {})]).toEqual([422, ['labels.es']]);
  });

  it('keeps its code', async () => {
    await create({ code: 'technical' });
    const { status, error } = await api.patch('/attribute-groups/technical', { code: 'other' });
    expect([status, error.details?.fieldErrors]).toEqual([422, { code: 'Cannot change after creation.' }]);
  });

  it('leaves its attributes without a group when it is deleted, each with an event', async () => {
    const { id } = await create({ code: 'technical' });
    for (const code of ['a', 'b']) await api.post('/attributes', { code, type: 'text', group: id });
    expect((await api.delete('/attribute-groups/technical')).status).toBe(204);
    const { data } = await api.get<Attribute[]>('/attributes');
    expect(data.map(({ code, group }) => [code, group])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    const updates = (await api.events()).filter(({ type }) => type === 'attribute.updated');
    expect(updates.map(({ payload }) => payload)).toEqual(data);
    expect((await api.delete('/attribute-groups/technical')).status).toBe(404);
  });
});
