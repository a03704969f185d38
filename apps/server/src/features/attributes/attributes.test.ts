import type { Attribute, AttributeGroup, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { countStatements } from '#testing/count-statements.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const create = async (input: Record<string, unknown>) => (await api.post<Attribute>('/attributes', input)).data;
const color = { code: 'color', type: 'select', options: [{ code: 'red' }, { code: 'blue' }] };

describe('an attribute', () => {
  it('is created with defaults, at the end, and found by id and code', async () => {
    await create({ code: 'first', type: 'text', position: 7 });
    const { status, data, headers } = await api.post<Attribute>('/attributes', color);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/attributes/${data.id}`);
    expect(data).toMatchObject({ code: 'color', label: 'color', labels: {}, group: null, unit: null, position: 8 });
    expect(data).toMatchObject({ localizable: false, required: false, unique: false, usableAsAxis: false });
    expect(data.options).toEqual([
      { code: 'red', label: 'red', labels: {}, position: 0 },
      { code: 'blue', label: 'blue', labels: {}, position: 1 },
    ]);
    expect((await api.get('/attributes/color')).data).toEqual(data);
    expect((await api.get(`/attributes/${data.id}`)).data).toEqual(data);
  });

  it('is read with its group in one statement', async () => {
    await api.post<AttributeGroup>('/attribute-groups', { code: 'looks' });
    const { id } = await create({ ...color, group: 'looks' });
    const { result, texts } = await countStatements(fixture.database, () => api.get<Attribute>(`/attributes/${id}`));
    expect(result.data.group).toMatchObject({ code: 'looks' });
    expect(texts.filter((text) => text.includes('"attribute"'))).toEqual([
      expect.stringContaining('left join "attribute_group"'),
    ]);
  });

  it('is found by its id before another one with this id as its code', async () => {
    const first = await create({ code: 'first', type: 'text' });
    await create({ code: first.id, type: 'date' });
    expect((await api.get<Attribute>(`/attributes/${first.id}`)).data.code).toBe('first');
  });

  it('is not found in another workspace, with the same message as a nonexistent one', async () => {
    const { id } = await create(color);
    const other = await fixture.client();
    const foreign = await other.get(`/attributes/${id}`);
    const unknown = await other.get(`/attributes/${id.slice(0, -4)}0000`);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.error.message.replace(id, '')).toBe(unknown.error.message.replace(`${id.slice(0, -4)}0000`, ''));
    expect((await other.patch(`/attributes/${id}`, { required: true })).status).toBe(404);
    expect((await other.delete(`/attributes/${id}`)).status).toBe(404);
  });

  it('has a unique code, even when many requests take it at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.post('/attributes', color)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('"color"') });
    expect(await api.events()).toHaveLength(1);
  });

  it('keeps default values that look like JSON unchanged', async () => {
    for (const [index, defaultValue] of ['123', 'true', 'null', '"', '[1]'].entries()) {
      const { code } = await create({ code: `text-${index}`, type: 'text', defaultValue });
      expect((await api.get<Attribute>(`/attributes/${code}`)).data.defaultValue).toBe(defaultValue);
    }
  });

  it('joins a group by its id or code, and leaves it by null', async () => {
    const { data: technical } = await api.post<AttributeGroup>('/attribute-groups', { code: 'technical' });
    const { data: looks } = await api.post<AttributeGroup>('/attribute-groups', { code: 'looks' });
    const groupOf = ({ data }: { data: Attribute }) => data.group;
    const put = async (group: string | null) => groupOf(await api.patch('/attributes/color', { group }));
    expect((await create({ ...color, group: 'technical' })).group).toEqual({ id: technical.id, code: 'technical' });
    expect(await put(looks.id)).toEqual({ id: looks.id, code: 'looks' });
    expect(groupOf(await api.get('/attributes/color'))).toEqual({ id: looks.id, code: 'looks' });
    expect(await put(null)).toBeNull();
    expect(groupOf(await api.get('/attributes/color'))).toBeNull();
    const sent = (await api.events()).length;
    expect(await put(null)).toBeNull();
    expect(await put('looks')).toEqual({ id: looks.id, code: 'looks' });
    expect(await put('looks')).toEqual({ id: looks.id, code: 'looks' });
    expect(groupOf(await api.patch('/attributes/color', { label: 'Colour' }))).toEqual({ id: looks.id, code: 'looks' });
    // One event for each change, and none for joining the same group again.
    expect(await api.events()).toHaveLength(sent + 2);
  });

  it('is refused at group, together with every other problem, when there is no such group', async () => {
    const other = await fixture.client();
    const { data: foreign } = await other.post<AttributeGroup>('/attribute-groups', { code: 'foreign' });
    for (const group of ['unknown', foreign.id, foreign.code]) {
      const problems = await api.refusal('/attributes', { code: 'a', type: 'text', group, labels: { es: 'x' } });
      expect(Object.keys(problems ?? {}).sort()).toEqual(['group', 'labels.es']);
    }
  });

  it('is listed by position and code, and by group and types', async () => {
    const { data: group } = await api.post<AttributeGroup>('/attribute-groups', { code: 'technical' });
    await create({ code: 'b', type: 'date', position: 1, group: 'technical' });
    await create({ code: 'a', type: 'text', position: 1, group: group.id });
    await create({ code: 'c', type: 'text', position: 0 });
    const codes = async (query: string) => {
      const { data } = await api.get<Attribute[]>(`/attributes${query}`);
      return data.map(({ code }) => code);
    };
    expect(await codes('')).toEqual(['c', 'a', 'b']);
    expect(await codes('?group=technical')).toEqual(['a', 'b']);
    expect(await codes(`?group=${group.id}&type=date`)).toEqual(['b']);
    expect(await codes('?type=text,date')).toEqual(['c', 'a', 'b']);
    expect(await codes('?group=unknown')).toEqual([]);
    expect((await api.get('/attributes?type=tekst')).error.details?.fieldErrors).toHaveProperty('type');
  });
});

describe('a change of an attribute', () => {
  it('merges labels per locale', async () => {
    await create({ code: 'size', type: 'text', labels: { de: 'Größe', fr: 'Taille', en: '' } });
    const { data } = await api.patch<Attribute>('/attributes/size', { labels: { de: null, en: 'Size' } });
    expect(data.labels).toEqual({ fr: 'Taille', en: 'Size' });
  });

  it('that changes nothing leaves updatedAt and sends no event', async () => {
    const before = await create({ ...color, labels: { de: 'Farbe' }, validation: {}, unit: 'x' });
    const { id: _, code: __, type: ___, localizable: ____, unique: _____, ...rest } = before;
    const { createdAt: ______, updatedAt: _______, ...same } = rest;
    const { status, data } = await api.patch('/attributes/color', { ...same, labels: { de: 'Farbe', fr: null } });
    expect(status).toBe(200);
    expect(data).toEqual(before);
    expect(await api.events()).toHaveLength(1);
  });

  it('sends an event with the new state of the attribute', async () => {
    await create(color);
    const { data } = await api.patch<Attribute>('/attributes/color', { label: 'Colour', required: true });
    expect(await api.events()).toEqual([
      { type: 'attribute.created', payload: expect.objectContaining({ label: 'color' }) },
      { type: 'attribute.updated', payload: data },
    ]);
    expect(data.updatedAt >= data.createdAt).toBe(true);
  });

  it.each(['code', 'type', 'localizable', 'unique'])(
    'of its %s is refused, because it cannot change',
    async (field) => {
      await create(color);
      const { status, error } = await api.patch('/attributes/color', { [field]: 'x', surprise: 1 });
      expect(status).toBe(422);
      expect(error.details?.fieldErrors).toEqual({
        [field]: 'Cannot change after creation.',
        surprise: 'Unknown field.',
      });
    },
  );

  it('keeps the texts of options that are sent without them', async () => {
    await create({ ...color, options: [{ code: 'red', label: 'Red', labels: { de: 'Rot', fr: 'Rouge' } }] });
    const { data } = await api.patch<Attribute>('/attributes/color', {
      options: [{ code: 'green' }, { code: 'red', labels: { fr: null } }],
    });
    expect(data.options).toEqual([
      { code: 'green', label: 'green', labels: {}, position: 0 },
      { code: 'red', label: 'Red', labels: { de: 'Rot' }, position: 1 },
    ]);
  });

  it('cannot remove an option that products use', async () => {
    await create(color);
    await create({ ...color, code: 'extras', type: 'multiselect' });
    await api.product({ sku: 'MUG', attributes: { color: 'red', extras: ['blue'] } });
    const refused = await api.patch('/attributes/color', { options: [{ code: 'blue' }] });
    expect(refused.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('"red"') });
    expect((await api.patch('/attributes/extras', { options: [{ code: 'red' }] })).status).toBe(409);
    expect((await api.patch('/attributes/color', { options: [{ code: 'red' }] })).status).toBe(200);
  });

  it('keeps existing values of products when it narrows the validation', async () => {
    await create({ code: 'size', type: 'text' });
    const before = await api.product({ sku: 'MUG', attributes: { size: 'large' } });
    expect((await api.patch('/attributes/size', { validation: { maxLength: 1 } })).status).toBe(200);
    expect((await api.get<Product>('/products/MUG')).data).toEqual(before);
    expect((await api.patch('/products/MUG', { attributes: { size: 'long' } })).error.details?.fieldErrors).toEqual({
      'attributes.size': 'Must be at most 1 characters.',
    });
  });

  it('cannot disable a variant axis that products use', async () => {
    await create({ ...color, usableAsAxis: true });
    await api.product({ sku: 'MUG', type: 'parent', variantAxes: ['color'] });
    const refused = await api.patch('/attributes/color', { usableAsAxis: false });
    expect(refused.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('"color"') });
    expect((await api.delete('/attributes/color')).status).toBe(409);
  });

  it('of required recomputes completeness in the categories where it decides', async () => {
    await create(color);
    for (const code of ['kitchen', 'garden', 'mugs', 'pots']) {
      await api.post('/categories', { code, parent: { mugs: 'kitchen', pots: 'garden' }[code] ?? null });
    }
    await api.put('/categories/kitchen/attributes', { attributes: ['color'] });
    await api.put('/categories/garden/attributes', { attributes: [{ attribute: 'color', required: false }] });
    expect(await recomputes()).toEqual([]);
    await api.patch('/attributes/color', { required: true });
    expect(await recomputes()).toEqual([['kitchen', 'mugs']]);
    await api.patch('/attributes/color', { label: 'Colour' });
    expect(await recomputes()).toHaveLength(1);
  });
});

describe('deleting an attribute', () => {
  it('removes its values from all products at once, each with a version and an event', async () => {
    await create(color);
    await create({ code: 'care', type: 'text', localizable: true });
    await api.product({ sku: 'A', attributes: { color: 'red' }, translations: { de: { attributes: { care: 'x' } } } });
    await api.product({ sku: 'B' });
    expect((await api.delete('/attributes/color')).status).toBe(204);
    expect((await api.delete('/attributes/care')).status).toBe(204);
    const { data: a } = await api.get<Product>('/products/A');
    expect(a).toMatchObject({ attributes: {}, translations: {}, version: 3 });
    expect((await api.get<Product>('/products/B')).data.version).toBe(1);
    expect((await api.get('/attributes/color')).status).toBe(404);
    const events = await api.events();
    expect(events.filter(({ type }) => type === 'product.updated')).toHaveLength(2);
    expect(events.find(({ type }) => type === 'attribute.deleted')?.payload).toEqual({
      id: expect.stringMatching(/^att_/),
      code: 'color',
      label: 'color',
    });
  });

  it('removes it from the categories that list it and recomputes their completeness', async () => {
    await create({ ...color, required: true });
    await api.post('/categories', { code: 'mugs' });
    await api.put('/categories/mugs/attributes', { attributes: ['color'] });
    await api.delete('/attributes/color');
    expect((await api.get('/categories/mugs/attributes')).data).toEqual([]);
    expect(await recomputes()).toEqual([['mugs'], ['mugs']]);
  });
});

/** Codes of the categories of each pending recomputation. */
async function recomputes(): Promise<string[][]> {
  const { rows } = await fixture.database.query<{ codes: string[] }>(
    `select array(select code from category where id = any(category_ids) order by code) as codes
     from completeness_recompute where workspace_id = $1 order by id`,
    [api.workspace.id],
  );
  return rows.map(({ codes }) => codes);
}
