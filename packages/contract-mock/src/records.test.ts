import { describe, expect, it } from 'vitest';
import { startLists } from '../test-support/call.ts';

const groceries = { code: 'groceries', name: 'Groceries' };

describe('a record', () => {
  it('has the sent fields, an id in the form of its schema, and minimal values for the others', async () => {
    const { send } = startLists();
    const { status, data, headers } = await send('POST /lists', { ...groceries, owner: { name: 'Ada' } });
    expect(status).toBe(201);
    expect(data).toEqual({
      ...groceries,
      id: expect.stringMatching(/^lst_[0-9a-f]{12}$/),
      color: 'red',
      owner: { name: 'Ada', email: null },
      tags: [],
      itemCount: 0,
      version: 1,
      createdAt: '2026-01-01T00:00:01.000Z',
      updatedAt: '2026-01-01T00:00:01.000Z',
    });
    expect(headers.get('location')).toBe(`/lists/${data.id}`);
  });

  it('is read by its id and by its code, as it was created', async () => {
    const { send } = startLists();
    const { data } = await send('POST /lists', groceries);
    for (const name of [data.id, 'groceries']) expect((await send(`GET /lists/${name}`)).data).toEqual(data);
    expect((await send('GET /lists/nothing')).code).toBe('not_found');
  });

  it('is changed by PATCH, objects field by field, and gets a new version and a new tag', async () => {
    const { send } = startLists();
    const created = await send('POST /lists', { ...groceries, owner: { name: 'Ada', email: 'ada@example.com' } });
    const before = await send('GET /lists/groceries');
    const patched = await send('PATCH /lists/groceries', { color: 'blue', owner: { name: 'Grace' } });
    expect(patched.data).toEqual({
      ...created.data,
      color: 'blue',
      owner: { name: 'Grace', email: 'ada@example.com' },
      version: 2,
      updatedAt: '2026-01-01T00:00:02.000Z',
    });
    const after = await send('GET /lists/groceries');
    expect(after.data).toEqual(patched.data);
    expect(after.headers.get('etag')).toBe(patched.headers.get('etag'));
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('is replaced by PUT, and created by it if the contract says so, under the name in the path', async () => {
    const { send } = startLists();
    const created = await send('PUT /lists/chores', { name: 'Chores', color: 'green' });
    expect([created.status, created.data.code, created.data.color]).toEqual([201, 'chores', 'green']);
    const replaced = await send('PUT /lists/chores', { name: 'Duties' });
    expect([replaced.status, replaced.data.name, replaced.data.color]).toEqual([200, 'Duties', 'red']);
    expect(replaced.data.id).toBe(created.data.id);
    expect(replaced.data.createdAt).toBe(created.data.createdAt);
    const refused = await send('PUT /lists/chores', { name: 'Again' }, { 'if-none-match': '*' });
    expect(refused.status).toBe(412);
  });

  it('is deleted by DELETE, together with the records below it', async () => {
    const { send } = startLists();
    await send('POST /lists', groceries);
    await send('POST /lists/groceries/items', { text: 'Milk' });
    expect((await send('DELETE /lists/groceries')).status).toBe(204);
    expect((await send('GET /lists/groceries')).status).toBe(404);
    await send('POST /lists', groceries);
    expect((await send('GET /lists/groceries/items')).text).not.toContain('Milk');
  });

  it('cannot have the code of another one', async () => {
    const { send } = startLists();
    await send('POST /lists', groceries);
    expect((await send('POST /lists', groceries)).code).toBe('conflict');
  });

  it('is copied under a new key when a POST below it responds with a record of the same kind', async () => {
    const { send } = startLists();
    const { data } = await send('POST /lists', { ...groceries, color: 'blue' });
    const copy = await send('POST /lists/groceries/copy');
    expect([copy.status, copy.data.name, copy.data.color]).toEqual([201, 'Groceries', 'blue']);
    expect(copy.data.id).not.toBe(data.id);
    expect((await send(`GET /lists/${copy.data.id}`)).status).toBe(200);
  });
});

describe('a list', () => {
  it('starts with the configured number of records', async () => {
    expect((await startLists().send('GET /lists')).rows).toHaveLength(3);
    expect((await startLists({ records: 0 }).send('GET /lists')).rows).toEqual([]);
  });

  it('is read by pages and by cursors, each record once', async () => {
    const { send } = startLists({ records: 5 });
    const all = (await send('GET /lists')).rows.map(({ id }) => id);
    const byPage = [1, 2, 3].map(async (page) => (await send(`GET /lists?limit=2&page=${page}`)).rows);
    expect((await Promise.all(byPage)).flat().map(({ id }) => id)).toEqual(all);
    const found: unknown[] = [];
    for (let next = ''; ; ) {
      const { rows, body } = await send(`GET /lists?limit=2${next}`);
      found.push(...rows.map(({ id }) => id));
      const { hasMore, nextCursor, total } = body.pagination as Readonly<Record<string, unknown>>;
      expect(total).toBe(5);
      if (hasMore !== true) break;
      next = `&cursor=${nextCursor}`;
    }
    expect(found).toEqual(all);
    expect((await send('GET /lists?cursor=nonsense')).code).toBe('validation_failed');
  });

  it('is filtered by fields of its records, searched and sorted', async () => {
    const { send } = startLists({ records: 0 });
    const lists = [
      { code: 'beta', name: 'Second', color: 'blue' },
      { code: 'alpha', name: 'First', color: 'red' },
      { code: 'gamma', name: 'Third', color: 'blue' },
    ];
    for (const one of lists) await send('POST /lists', one);
    const codes = async (query: string) => (await send(`GET /lists?${query}`)).rows.map(({ code }) => code);
    expect(await codes('color=blue')).toEqual(['beta', 'gamma']);
    expect(await codes('q=IRS')).toEqual(['alpha']);
    expect(await codes('sort=code')).toEqual(['alpha', 'beta', 'gamma']);
    expect(await codes('sort=-code')).toEqual(['gamma', 'beta', 'alpha']);
    expect(await codes('sort=color:desc,code')).toEqual(['alpha', 'beta', 'gamma']);
  });

  it('below a record has its own records, with keys counted from 1', async () => {
    const { send } = startLists({ records: 0 });
    for (const code of ['one', 'two']) await send('POST /lists', { code, name: code });
    for (const code of ['one', 'two']) {
      const { body } = await send(`POST /lists/${code}/items`, { text: code });
      expect(body).toEqual({ id: 1, text: code, done: false });
    }
    expect((await send('GET /lists/two/items')).body).toEqual({
      items: [{ id: 1, text: 'two', done: false }],
      total: 1,
    });
    expect((await send('GET /lists/two/items/1')).body.text).toBe('two');
    expect((await send('GET /lists/none/items')).code).toBe('not_found');
  });
});

describe('an operation other than create, read, change and delete', () => {
  it('responds with values of its schema', async () => {
    const { send } = startLists();
    await send('POST /lists', groceries);
    const cleared = await send('POST /lists/groceries/clear');
    expect(cleared.data).toEqual({ removed: expect.any(Number), note: expect.any(String) });
    const bulk = await send('POST /lists/bulk', { items: [groceries] });
    expect(bulk.status).toBe(200);
    expect(bulk.rows.length).toBeGreaterThanOrEqual(0);
    expect((await send('POST /lists/none/clear')).code).toBe('not_found');
  });

  it('keeps a document that has no list', async () => {
    const { send } = startLists();
    await send('PATCH /settings', { theme: 'dark' });
    expect((await send('GET /settings')).data).toEqual({ theme: 'dark', language: expect.any(String) });
  });

  it('sends a file, and parts of it', async () => {
    const { send } = startLists();
    await send('POST /lists', groceries);
    const whole = await send('GET /lists/groceries/export');
    expect(whole.headers.get('content-type')).toBe('text/csv');
    const part = await send('GET /lists/groceries/export', undefined, { range: 'bytes=0-1' });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(0, 2)]);
  });
});
