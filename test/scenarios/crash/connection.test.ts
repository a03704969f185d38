import { expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type OwnApp, startApp, type Workspace } from '@product-content/test-support/app-server';
import { type PostgresProxy, startPostgresProxy } from '@product-content/test-support/postgres-proxy/postgres-proxy';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, difference, nothing, writes } from './writes.ts';

let proxy: PostgresProxy;
let app: OwnApp;
let api: Api;
let workspace: Workspace;

beforeAll(async () => {
  proxy = await startPostgresProxy(await workerPostgresUrl());
  app = await startApp({ env: { RATE_LIMIT: '100000', ROLE: 'api', LOG_LEVEL: 'silent' }, databaseUrl: proxy.urlOf });
  workspace = await app.createWorkspace();
  api = app.api((await app.createKey(workspace)).key);
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
});

describe('losing the connections to the database', () => {
  it.each(writes)('between any two statements returns 500 and leaves %s done or not begun', async (_, prepare) => {
    const outcomes = new Set<string>();
    for (let statements = 0; ; statements += 1) {
      const write = await prepare(api);
      const before = await countRows(app, workspace);
      proxy.breakAfter(statements, proxy.sever, 'first-transaction');
      const response = await write.send();
      if (response.status < 300) break;
      const { message } = expectError(response, 'internal_error');
      expect(message).toBe('Something went wrong on our side.');
      await proxy.drained();
      proxy.passAll();
      const changed = difference(await countRows(app, workspace), before);
      const done = changed.event !== 0;
      expect(changed, `after ${statements} statements`).toEqual(done ? write.everything : nothing);
      outcomes.add(done ? 'done' : 'not begun');
      await write.retry(done);
      expect(difference(await countRows(app, workspace), before)).toEqual(write.everything);
    }
    proxy.passAll();
    expect(outcomes).toEqual(new Set(['not begun', 'done']));
    expect(app.isAlive()).toBe(true);
  });

  it('does not keep a revoked key alive', async () => {
    const { id, key } = await app.createKey(workspace);
    const client = app.api(key);
    expect((await client.get('/me')).status).toBe(200);
    proxy.sever();
    await app.revokeKey(id);
    await expect.poll(async () => (await client.get('/me')).status).toBe(401);
  });
});

describe('a server process of PostgreSQL that is terminated', () => {
  it('in the middle of a request fails that request only', async () => {
    const administrator = new pg.Client({ connectionString: app.databaseUrl });
    await administrator.connect();
    try {
      await administrator.query('begin');
      await administrator.query('lock table product in exclusive mode');
      const send = () => api.post('/products', { sku: 'cut', name: 'Cut' }, { 'idempotency-key': 'cut' });
      const writing = send();
      const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await app.query(waiting)).length).toBe(1);
      expectError(await writing, 'internal_error');
      expect((await api.get('/me')).status).toBe(200);
      await administrator.query('commit');
      expect((await send()).status).toBe(201);
      expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    } finally {
      await administrator.end();
    }
  });

  it('while it is idle is not noticed by any request', async () => {
    await Promise.all(Array.from({ length: 20 }, () => api.get('/products')));
    const idle = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`;
    await app.query(idle);
    await expect.poll(async () => (await api.get('/products')).status).toBe(200);
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.get('/products')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(app.isAlive()).toBe(true);
  });
});
