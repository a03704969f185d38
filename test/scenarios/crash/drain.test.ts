import { once } from 'node:events';
import { connect } from 'node:net';
import { type Api, type OwnApp, startApp } from '@product-content/test-support/app-server';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

let app: OwnApp;
let api: Api;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
  api = app.api((await app.createKey(await app.createWorkspace())).key);
});
beforeEach(async () => {
  if (!app.isAlive()) await app.restart();
});

describe('a stop signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle server with exit code 0', async (signal) => {
    await api.get('/me');
    expect(await app.kill(signal)).toBe(0);
  });

  it('lets running requests finish, accepts no new ones, and exits with 0', async () => {
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    const skus = Array.from({ length: 5 }, (_, index) => `draining-${index}`);
    let ending: ReturnType<OwnApp['kill']>;
    let running: Promise<number[]>;
    try {
      await blocker.query('begin');
      await blocker.query('lock table product in exclusive mode');
      running = Promise.all(skus.map(async (sku) => (await api.post('/products', { sku, name: sku })).status));
      await expect.poll(writesWaiting).toBeGreaterThanOrEqual(skus.length);
      ending = app.kill('SIGTERM');
      await expect.poll(isListening).toBe(false);
      expect(app.isAlive()).toBe(true);
      await blocker.query('commit');
    } finally {
      await blocker.end();
    }
    expect(await running).toEqual(skus.map(() => 201));
    expect(await ending).toBe(0);
    await app.restart();
    for (const sku of skus) expect((await api.get(`/products/${sku}`)).status).toBe(200);
  });

  it('does not wait for clients that only hold a connection', async () => {
    const { hostname, port } = new URL(app.baseUrl);
    const idle = connect(Number(port), hostname);
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    idle.resume();
    expect(await app.kill('SIGTERM')).toBe(0);
    await closed;
  });

  it('that comes a second time does not wait', async () => {
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table product in exclusive mode');
      const stuck = api.post('/products', { sku: 'stuck', name: 'Stuck' }).catch(() => null);
      // A signal that overtakes the request finds nothing to wait for.
      await expect.poll(writesWaiting).toBe(1);
      const first = app.kill('SIGTERM');
      await expect.poll(isListening).toBe(false);
      expect(await app.kill('SIGTERM')).toBe(1);
      await first;
      expect(await stuck).toBeNull();
    } finally {
      await blocker.end();
    }
  });
});

/** Writes that wait for the table another connection holds. */
async function writesWaiting(): Promise<number> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await app.query(waiting)).length;
}

async function isListening(): Promise<boolean> {
  const { hostname, port } = new URL(app.baseUrl);
  const socket = connect(Number(port), hostname);
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
