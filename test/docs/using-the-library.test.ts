import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientErrorHandler } from '@contract-kit/middleware';
import { createOpenApiDocument } from '@contract-kit/openapi';
import { findDocumentProblems } from '@contract-kit/openapi/testing';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../docs/guides/snippets/library/contract.ts';
import { issueKey, revokeKey } from '../../docs/guides/snippets/library/keys.ts';
import { schema } from '../../docs/guides/snippets/library/schema.ts';
import { createTodoServer, type TodoServer } from '../../docs/guides/snippets/library/server.ts';

/** The guide's server twice, as two processes would run it. */
interface Instance {
  readonly todo: TodoServer;
  readonly http: Server;
  readonly url: string;
}

let database: ScratchDatabase;
let pool: pg.Pool;
let instances: Instance[];
let bodyFolder: string;
const failures: object[] = [];

beforeAll(async () => {
  database = await createScratchDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query(schema);
  bodyFolder = await mkdtemp(join(tmpdir(), 'bodies-'));
  instances = [await startInstance(), await startInstance()];
});

afterAll(async () => {
  for (const { todo, http } of instances ?? []) {
    http.closeAllConnections();
    http.close();
    await todo.close();
  }
  await pool?.end();
  await database?.drop();
  await rm(bodyFolder, { recursive: true, force: true });
});

async function startInstance(): Promise<Instance> {
  const todo = createTodoServer({
    databaseUrl: database.url,
    cursorSecret: 'the same in all processes',
    bodyFolder,
    logger: { error: (fields) => failures.push(fields) },
    validateResponses: true,
  });
  const http = createServer(todo.app);
  http.on('clientError', createClientErrorHandler());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { todo, http, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

const urlOf = (index: number) => (instances[index] as Instance).url;

/** A tenant with a key, seen from both instances. */
async function enter(tenant: string, scopes = ['todos:read', 'todos:write']): Promise<{ key: string; apis: Api[] }> {
  const key = await issueKey(pool, tenant, scopes);
  return { key, apis: [createApi(urlOf(0), key), createApi(urlOf(1), key)] };
}

describe("the guide's server", () => {
  it('creates one to-do for two requests with the same key, whichever process they reach', async () => {
    const [one, two] = (await enter('once')).apis as [Api, Api];
    const first = await one.post('/todos', { title: 'Milk' }, { 'idempotency-key': 'k' });
    const second = await two.post('/todos', { title: 'Milk' }, { 'idempotency-key': 'k' });
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await two.get('/todos')).pagination.total).toBe(1);
  });

  it('refuses what exceeds the plan with a custom code, and replays the refusal', async () => {
    const [api] = (await enter('full')).apis as [Api];
    await pool.query(`insert into todo select 'full', n::text, 1, '{}' from generate_series(1, 1000) as n`);
    for (const replayed of [null, 'true']) {
      const response = await api.post('/todos', { title: 'One more' }, { 'idempotency-key': 'k' });
      expect([response.status, response.error.code]).toEqual([402, 'quota_exceeded']);
      expect(response.error.details).toEqual({ limit: 1000 });
      expect(response.headers.get('idempotent-replayed')).toBe(replayed);
    }
    const { rows } = await pool.query(`select count(*)::int as total from todo where tenant = 'full'`);
    expect(rows).toEqual([{ total: 1000 }]);
    expect((await api.post('/todos', { title: 'Without a key' })).error.code).toBe('quota_exceeded');
  });

  it('paginates by cursor through everything, even across processes', async () => {
    const { apis } = await enter('pages');
    const [api] = apis as [Api];
    for (let n = 0; n < 7; n += 1) await api.post('/todos', { title: `t${n}` });
    const titles: unknown[] = [];
    let path = '/todos?limit=3';
    for (let index = 0; path !== ''; index += 1) {
      const page = await (apis[index % 2] as Api).get<readonly { title: string }[]>(path);
      for (const { title } of page.data) titles.push(title);
      path = page.pagination.hasMore ? `/todos?limit=3&cursor=${page.pagination.nextCursor}` : '';
    }
    expect(titles.sort()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6']);
  });

  it('returns 304 from the lookup, and lets one of two writers with the same tag win', async () => {
    const [one, two] = (await enter('tags')).apis as [Api, Api];
    const created = await one.post('/todos', { title: 'Milk' });
    const path = `/todos/${created.data.id}`;
    expect((await one.get(path, { 'if-none-match': created.etag })).status).toBe(304);
    const condition = { 'if-match': created.etag };
    const responses = await Promise.all([
      one.patch(path, { title: 'Tea' }, condition),
      two.patch(path, { title: 'Oil' }, condition),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await one.get(path)).data.version).toBe(2);
    expect((await one.patch('/todos/none', { title: 'x' }, condition)).status).toBe(404);
  });

  it('counts the requests of a key in all processes together', async () => {
    const [one, two] = (await enter('limits')).apis as [Api, Api];
    const first = await one.get('/todos');
    const second = await two.get('/todos');
    expect([first, second].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['59', '58']);
  });

  it('learns in every process that a key was revoked', async () => {
    const { key, apis } = await enter('revoked');
    for (const api of apis) expect((await api.get('/todos')).status).toBe(200);
    await revokeKey(pool, key.split('_').slice(1, -1).join('_'));
    for (const api of apis) {
      await expect.poll(async () => (await api.get('/todos')).status).toBe(401);
    }
  });

  it('has routes outside the contract, with the same keys and scopes', async () => {
    const anyone = createApi(urlOf(0), null);
    expect((await anyone.get('/health')).status).toBe(200);
    expect((await anyone.get('/export.csv')).status).toBe(401);
    expect((await (await enter('blind', [])).apis[0]?.get('/export.csv'))?.status).toBe(403);
    const exported = await (await enter('reader')).apis[0]?.get('/export.csv');
    expect([exported?.status, exported?.text]).toEqual([200, 'tenant\nreader\n']);
    expect(exported?.headers.get('x-ratelimit-remaining')).toBe('59');
  });

  it('counts key-less requests by the address a proxy reports', async () => {
    const remaining = async (address: string) => {
      const response = await createApi(urlOf(0), null).get('/none', { 'x-forwarded-for': address });
      return response.headers.get('x-ratelimit-remaining');
    };
    expect([await remaining('203.0.113.1'), await remaining('203.0.113.1')]).toEqual(['29', '28']);
    expect(await remaining('203.0.113.2')).toBe('29');
  });

  it('lets only pages of the allowed origin read its responses', async () => {
    const originSeen = async (origin: string) =>
      (await createApi(urlOf(0), null).get('/health', { origin })).headers.get('access-control-allow-origin');
    expect(await originSeen('https://app.example.com')).toBe('https://app.example.com');
    expect(await originSeen('https://evil.example.com')).toBeNull();
  });

  it('is described as valid OpenAPI, including its custom error code', async () => {
    const info = { title: 'To-dos', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } };
    const servers = [{ url: 'https://todo.example.com' }];
    const tags = { todos: { name: 'To-dos', description: 'What is to be done.' } };
    const document = await createOpenApiDocument(contract, { info, servers, tags });
    expect(await findDocumentProblems(document)).toEqual([]);
    expect(document.paths?.['/todos']).toMatchObject({ post: { responses: { 402: expect.anything() } } });
  });

  it('sweeps, and logs no failure', async () => {
    for (const { todo } of instances) await todo.sweep();
    expect(failures).toEqual([]);
  });
});
