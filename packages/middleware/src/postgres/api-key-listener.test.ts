import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../auth/api-key.ts';
import { createAuthenticator } from '../auth/api-key-authenticator.ts';
import type { ApiKeyStore } from '../auth/api-key-store.ts';
import {
  type ApiKeyListener,
  createApiKeyListener,
  createPostgresApiKeyStore,
  notifyApiKeyChanged,
  postgresSchema,
} from './index.ts';

/** Long enough that a busy machine is not taken for a lost connection. */
const heartbeatMs = 10_000;

let database: ScratchDatabase;
let pool: pg.Pool;
let listener: ApiKeyListener | undefined;

beforeAll(async () => {
  database = await createScratchDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await pool.query(postgresSchema.apiKey({ idType: 'text' }));
});

afterEach(async () => {
  await listener?.stop();
  listener = undefined;
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Records what the listener tells, in order. */
function createSpy() {
  const calls: string[] = [];
  return {
    calls: calls,
    invalidate: (id: string) => void calls.push(`invalidate ${id}`),
    invalidateAll: () => void calls.push('invalidate all'),
    trustInvalidation: (trusted: boolean) => void calls.push(`trust ${trusted}`),
  };
}

async function insertKey(): Promise<{ key: string; id: string }> {
  const id = `k${Math.random().toString(36).slice(2)}`;
  const { key, hash } = createApiKey({ prefix: 'todo', id });
  await pool.query(
    `insert into api_key (id, tenant_id, name, scopes, hash, created_at) values ($1, 'acme', 'ci', '{}', $2, now())`,
    [id, hash],
  );
  return { key, id };
}

describe('the API-key listener', () => {
  test('reports which key has changed when the change commits', async () => {
    const spy = createSpy();
    listener = createApiKeyListener({
      createClient: () => new pg.Client(database.url),
      authenticator: spy,
      heartbeatMs,
    });
    await expect.poll(() => spy.calls).toEqual(['trust true']);
    const client = await pool.connect();
    await client.query('begin');
    await notifyApiKeyChanged(client, 'rolled-back');
    await client.query('rollback');
    client.release();
    await notifyApiKeyChanged(pool, 'k1');
    await notifyApiKeyChanged(pool, '');
    await expect.poll(() => spy.calls).toEqual(['trust true', 'invalidate k1', 'invalidate all']);
  });

  test('withdraws trust when the connection is lost, and listens again', async () => {
    const spy = createSpy();
    const errors: unknown[] = [];
    listener = createApiKeyListener({
      createClient: () => new pg.Client({ connectionString: database.url, application_name: 'listener' }),
      authenticator: spy,
      heartbeatMs,
      onError: (error) => errors.push(error),
    });
    await expect.poll(() => spy.calls).toEqual(['trust true']);
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`);
    await expect.poll(() => spy.calls).toEqual(['trust true', 'trust false', 'trust true']);
    expect(errors).toHaveLength(1);
    await notifyApiKeyChanged(pool, 'k2');
    await expect.poll(() => spy.calls.at(-1)).toBe('invalidate k2');
  });

  test('withdraws trust when the connection falls silent', async () => {
    const spy = createSpy();
    const proxy = await createProxy(database.url);
    listener = createApiKeyListener({
      createClient: () => new pg.Client(proxy.url),
      authenticator: spy,
      heartbeatMs: 200,
    });
    await expect.poll(() => spy.calls).toContain('trust true');
    expect(spy.calls).not.toContain('trust false');
    proxy.freeze();
    await expect.poll(() => spy.calls).toContain('trust false');
    await listener.stop();
    await proxy.close();
  });

  test('drops keys that nobody uses, rarely checks the connection then, and checks it again with the next use', async () => {
    const spy = createSpy();
    let [idleMs, intervals, checks] = [0, 0, 0];
    const proxy = await createProxy(database.url);
    listener = createApiKeyListener({
      createClient: () => {
        const client = new pg.Client(proxy.url);
        const query = client.query.bind(client) as (text: string) => Promise<pg.QueryResult>;
        client.query = ((text: string) => {
          if (text === 'select 1') checks += 1;
          return query(text);
        }) as typeof client.query;
        return client;
      },
      authenticator: {
        ...spy,
        idleMs() {
          intervals += 1;
          return idleMs;
        },
      },
      heartbeatMs: 50,
    });
    await expect.poll(() => checks).toBeGreaterThan(2);
    expect(checks).toBeGreaterThanOrEqual(intervals - 1);
    idleMs = Infinity;
    await expect.poll(() => spy.calls).toContain('invalidate all');
    const before = { intervals, checks };
    await expect.poll(() => intervals - before.intervals).toBeGreaterThan(30);
    // A busy machine may take a late response for a lost connection, and begin again.
    expect(checks - before.checks).toBeLessThan(5);
    spy.calls.length = 0;
    proxy.freeze();
    idleMs = 0;
    await expect.poll(() => spy.calls).toContain('trust false');
    await listener.stop();
    await proxy.close();
  });

  test('keeps trying while the server cannot be reached', async () => {
    const spy = createSpy();
    const errors: unknown[] = [];
    listener = createApiKeyListener({
      createClient: () => new pg.Client('postgres://nobody@127.0.0.1:1/none'),
      authenticator: spy,
      maxRetryMs: 20,
      onError: (error) => errors.push(error),
    });
    await expect.poll(() => errors.length).toBeGreaterThan(2);
    expect(spy.calls).not.toContain('trust true');
  });

  test('stops with nothing left open', async () => {
    const spy = createSpy();
    listener = createApiKeyListener({
      createClient: () => new pg.Client({ connectionString: database.url, application_name: 'stopping' }),
      authenticator: spy,
      heartbeatMs,
    });
    await expect.poll(() => spy.calls).toEqual(['trust true']);
    await listener.stop();
    expect(spy.calls).toEqual(['trust true', 'trust false']);
    const connections = `select from pg_stat_activity where application_name = 'stopping'`;
    await expect.poll(async () => (await pool.query(connections)).rows.length).toBe(0);
  });

  test('makes a revocation effective immediately while lookups stay in memory', async () => {
    const { key, id } = await insertKey();
    const inDatabase = createPostgresApiKeyStore({ query: (text, values) => pool.query(text, values) });
    let lookups = 0;
    const store: ApiKeyStore = {
      find: (keyId) => {
        lookups += 1;
        return inDatabase.find(keyId);
      },
    };
    const authenticator = createAuthenticator({ prefix: 'todo', store, cache: { ttlMs: 0, trustedTtlMs: 3_600_000 } });
    const authenticate = async () => authenticator.verify(key);
    listener = createApiKeyListener({ createClient: () => new pg.Client(database.url), authenticator });
    await expect
      .poll(async () => {
        const before = lookups;
        await authenticate();
        return lookups - before;
      })
      .toBe(0);
    await pool.query('update api_key set revoked_at = now() where id = $1', [id]);
    await expect(authenticate()).resolves.toMatchObject({ subject: id });
    await notifyApiKeyChanged(pool, id);
    await expect.poll(() => authenticate().catch((error) => error.code)).toBe('unauthorized');
  });
});

/** A way to the database that can fall silent without closing, as a lost route does. */
async function createProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets: Socket[] = [];
  const server: Server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    sockets.push(incoming, outgoing);
    incoming.on('error', () => undefined).pipe(outgoing);
    outgoing.on('error', () => undefined).pipe(incoming);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
