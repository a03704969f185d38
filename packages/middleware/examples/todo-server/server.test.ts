import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey, createMemoryApiKeyStore } from '@contract-kit/middleware';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTodoServer } from './server.ts';

let server: Server;
let url: string;
const keys = createMemoryApiKeyStore();

function addKey(id: string, tenantId: string, scopes: string[]): string {
  const { key, hash } = createApiKey({ prefix: 'todo', id });
  keys.put({ id, tenantId, name: id, scopes, hash, createdAt: new Date(), expiresAt: null, revokedAt: null });
  return key;
}

const key = addKey('k1', 'acme', ['todos:read', 'todos:write']);
const readOnly = addKey('k2', 'acme', ['todos:read']);
const stranger = addKey('k3', 'other', ['todos:read', 'todos:write']);

interface Sent {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function call(method: string, path: string, { key: sent = key, body, headers }: Sent = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${sent}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
}

beforeEach(async () => {
  server = createServer(await createTodoServer(keys));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('the to-do server', () => {
  it('creates, reads, changes and deletes', async () => {
    const created = await call('POST', '/todos', { body: { title: 'Milk' } });
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    expect((await call('PATCH', path, { body: { done: true } })).body.data).toMatchObject({ done: true, version: 2 });
    expect((await call('GET', path)).body.data).toEqual({ id: path.slice(7), title: 'Milk', done: true, version: 2 });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('knows its callers, their scopes and their tenants', async () => {
    expect((await call('GET', '/todos', { key: 'todo_k1_guess' })).status).toBe(401);
    expect((await call('POST', '/todos', { key: readOnly, body: { title: 'x' } })).body.error).toMatchObject({
      code: 'forbidden',
      message: 'The API key lacks the scope "todos:write".',
    });
    const path = (await call('POST', '/todos', { body: { title: 'x' } })).headers.get('location') ?? '';
    const foreign = await call('GET', path, { key: stranger });
    const missing = await call('GET', '/todos/nope', { key: stranger });
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.message).toBe(missing.body.error.message);
  });

  it('limits requests per key', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await call('GET', '/todos')).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
    expect((await call('GET', '/todos', { key: readOnly })).headers.get('x-ratelimit-remaining')).toBe('59');
  });

  it('returns 304 for the current version, and 412 for an older one', async () => {
    const created = await call('POST', '/todos', { body: { title: 'x' } });
    const path = created.headers.get('location') ?? '';
    const tag = created.headers.get('etag') ?? '';
    expect((await call('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await call('PATCH', path, { headers: { 'if-match': tag }, body: { done: true } })).status).toBe(200);
    expect((await call('PATCH', path, { headers: { 'if-match': tag }, body: { done: false } })).status).toBe(412);
    expect((await call('GET', path)).body.data.done).toBe(true);
  });

  it('creates once for the same idempotency key', async () => {
    const request = { headers: { 'idempotency-key': 'k' }, body: { title: 'Milk' } };
    const first = await call('POST', '/todos', request);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const replay = await call('POST', '/todos', request);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.text).toBe(first.text);
    expect(replay.headers.get('location')).toBe(first.headers.get('location'));
    expect((await call('GET', '/todos')).body.pagination.total).toBe(1);
    expect((await call('POST', '/todos', { ...request, body: { title: 'Tea' } })).body.error.code).toBe(
      'idempotency_key_reused',
    );
  });

  it('paginates by number and by cursor, and refuses a cursor of another tenant', async () => {
    for (let n = 0; n < 25; n += 1) await call('POST', '/todos', { body: { title: `t${n}` } });
    expect((await call('GET', '/todos?page=3')).body.pagination).toMatchObject({
      total: 25,
      totalPages: 3,
      hasMore: false,
    });
    const titles: string[] = [];
    let next: string | null = null;
    do {
      const cursor: string = next === null ? '' : `&cursor=${next}`;
      const { body } = await call('GET', `/todos?limit=7${cursor}`);
      for (const { title } of body.data) titles.push(title);
      next = body.pagination.nextCursor;
      if (next !== null) expect((await call('GET', `/todos?cursor=${next}`, { key: stranger })).status).toBe(422);
    } while (next !== null);
    expect(titles).toEqual(Array.from({ length: 25 }, (_, n) => `t${n}`));
  });

  it('refuses bad input, naming the field', async () => {
    const response = await call('POST', '/todos', { body: { title: '', dnoe: true } });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.error.details.fieldErrors).sort()).toEqual(['dnoe', 'title']);
  });

  it('describes itself as valid OpenAPI', async () => {
    const { body } = await call('GET', '/openapi.json');
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
    expect(Object.keys(body.paths).sort()).toEqual(['/openapi.json', '/todos', '/todos/{id}']);
  });
});
