import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
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

/** The four kinds of records of the catalog, which have much in common. */
const kinds = [
  { path: '/categories', prefix: 'cat', label: 'name', texts: 'translations', event: 'category', extra: {} },
  { path: '/attributes', prefix: 'att', label: 'label', texts: 'labels', event: 'attribute', extra: { type: 'text' } },
  { path: '/attribute-groups', prefix: 'grp', label: 'label', texts: 'labels', event: null, extra: {} },
  { path: '/collections', prefix: 'col', label: 'name', texts: 'translations', event: null, extra: {} },
] as const;

describe.each(kinds)('records at $path', ({ path, prefix, label, texts, event, extra }) => {
  const create = (body: object) => open.api.post(path, { ...extra, ...body });
  const text = (value: string | null) => (texts === 'labels' || value === null ? value : { name: value });

  it('are created with a code, which is also their name by default', async () => {
    const response = await create({ code: 'First_1-a' });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/api/v1${path}/${response.data.id}`);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(response.data).toMatchObject({ code: 'First_1-a', [label]: 'First_1-a', createdAt: time, updatedAt: time });
    expect(response.data.id).toMatch(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
    expect((await create({ code: 'second', [label]: 'Second' })).data).toHaveProperty(label, 'Second');
  });

  it('are listed whole, without a pagination block', async () => {
    for (let index = 0; index < 60; index += 1) await create({ code: `c${index}` });
    const { body } = await open.api.get(path);
    expect(Object.keys(body as object)).toEqual(['data']);
    expect((body as { data: AnyRecord[] }).data.map(({ code }) => code)).toEqual(
      Array.from({ length: 60 }, (_, index) => `c${index}`),
    );
  });

  it('are read by id and by code; an id match wins', async () => {
    const { data: first } = await create({ code: 'first' });
    const { data: second } = await create({ code: first.id });
    expect((await open.read(`${path}/first`)).id).toBe(first.id);
    expect((await open.read(`${path}/${first.id}`)).id).toBe(first.id);
    await open.remove(`${path}/first`);
    expect((await open.read(`${path}/${first.id}`)).id).toBe(second.id);
    expectError(await open.api.get(`${path}/First`), 'not_found');
  });

  it('have codes of letters, digits, "_" and "-", unique in the workspace, compared exactly', async () => {
    await create({ code: 'x'.repeat(100) });
    for (const code of ['', '-a', '_a', 'a b', 'a.b', 'ä', 'x'.repeat(101), 7, null]) {
      expectInvalid(await create({ code }), 'code');
    }
    expectInvalid(await create({}), 'code');
    await create({ code: 'same' });
    expectError(await create({ code: 'same' }), 'conflict');
    expect((await create({ code: 'SAME' })).status).toBe(201);
    const other = await openWorkspace(app);
    expect((await other.api.post(path, { ...extra, code: 'same' })).status).toBe(201);
  });

  it('keep their code permanently', async () => {
    await create({ code: 'kept' });
    expectInvalid(await open.api.patch(`${path}/kept`, { code: 'other' }), 'code');
    expectInvalid(await open.api.patch(`${path}/kept`, { code: 'kept' }), 'code');
  });

  it('refuse unknown keys and blank names, naming them', async () => {
    expectInvalid(await create({ code: 'a', [label]: ' ' }), label);
    expectInvalid(await create({ code: 'a', [label]: 'x'.repeat(201) }), label);
    expectInvalid(await create({ code: 'a', icon: 'x', [texts]: { es: text('A') } }), 'icon');
    expectInvalid(await create({ code: 'a', [texts]: { es: text('A') } }), `${texts}.es`);
    await create({ code: 'a' });
    expectInvalid(await open.api.patch(`${path}/a`, { id: 'x', createdAt: null }), 'id', 'createdAt');
    expectInvalid(await open.api.patch(`${path}/a`, []), '_root');
  });

  it('have trimmed names', async () => {
    const { data } = await create({ code: 'a', [label]: '\u00a0 A\n', [texts]: { de: text(' Ah '), fr: text(' \t') } });
    expect(data).toMatchObject({ [label]: 'A', [texts]: { de: text('Ah') } });
    expect(data[texts]).not.toHaveProperty('fr');
  });

  it('have texts in the languages of the workspace, merged by locale', async () => {
    await create({ code: 'a', [texts]: { de: text('Eins'), fr: text('Un') } });
    const patched = await open.patch(`${path}/a`, { [texts]: { de: text('Zwei'), fr: null } });
    expect(patched[texts]).toEqual({ de: text('Zwei') });
    expect((await open.patch(`${path}/a`, { [texts]: { de: text('') } }))[texts]).toEqual({});
  });

  it('are changed by PATCH, except by one with the current values', async () => {
    const { data: before } = await create({ code: 'a', [label]: 'A', [texts]: { de: text('Ah') } });
    await open.newEvents();
    expect(await open.patch(`${path}/a`, {})).toEqual(before);
    expect(await open.patch(`${path}/a`, { [label]: 'A', [texts]: { de: text('Ah') } })).toEqual(before);
    expect(await open.newEvents()).toEqual([]);
    const after = await open.patch(`${path}/a`, { [label]: 'B' });
    // The path of a category ends with its own name.
    const { path: _, updatedAt: __, ...rest } = before;
    expect(after).toMatchObject({ ...rest, [label]: 'B' });
    expect(String(after.updatedAt) >= String(before.updatedAt)).toBe(true);
    expect(await open.read(`${path}/a`)).toEqual(after);
  });

  it(event === null ? 'leave no events of their own' : 'leave events with what they are', async () => {
    const { data: created } = await create({ code: 'a' });
    const changed = await open.patch(`${path}/a`, { [label]: 'B' });
    await open.remove(`${path}/a`);
    const events = await open.newEvents();
    if (event === null) return expect(events).toEqual([]);
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      [`${event}.created`, created],
      [`${event}.updated`, changed],
      [`${event}.deleted`, { id: created.id, code: 'a', [label]: 'B' }],
    ]);
  });

  it('are gone once deleted, and their code is free', async () => {
    const { data: first } = await create({ code: 'a' });
    await open.remove(`${path}/${first.id}`);
    for (const reference of ['a', first.id]) {
      expectError(await open.api.get(`${path}/${reference}`), 'not_found');
      expectError(await open.api.patch(`${path}/${reference}`, {}), 'not_found');
      expectError(await open.api.delete(`${path}/${reference}`), 'not_found');
    }
    expect((await create({ code: 'a' })).data.id).not.toBe(first.id);
  });

  it('are created once by concurrent requests, and once for the same Idempotency-Key', async () => {
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => create({ code: 'a' })))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const headers = { 'idempotency-key': randomUUID() };
    const post = () => open.api.post(path, { ...extra, code: 'b' }, headers);
    const [first, again] = [await post(), await post()];
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
  });
});
