import express from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { createHealth, serveHealth } from './health.ts';

/** A process with a scripted database and a clock that the test moves. */
function setUp() {
  const database = { ping: () => Promise.resolve(), asked: 0 };
  let now = 0;
  const health = createHealth({
    checkDatabase: () => {
      database.asked += 1;
      return database.ping();
    },
    clock: { now: () => new Date(now) },
  });
  const app = express();
  serveHealth(app, health);
  const advance = (ms: number) => {
    now += ms;
  };
  return { database, health, advance, get: (path: string) => supertest(app).get(path) };
}

describe('the health of a process', () => {
  it('is alive and ready', async () => {
    const { get } = setUp();
    expect((await get('/healthz')).body).toEqual({ status: 'alive' });
    const response = await get('/readyz');
    expect([response.status, response.body, response.headers['cache-control']]).toEqual([
      200,
      { status: 'ready' },
      'no-store',
    ]);
  });

  it('is alive without its database, and ready again when that returns', async () => {
    const { get, database, advance } = setUp();
    database.ping = () => Promise.reject(new Error('gone'));
    const away = await get('/readyz');
    expect([away.status, away.body]).toEqual([503, { status: 'no database' }]);
    expect((await get('/healthz')).status).toBe(200);
    database.ping = () => Promise.resolve();
    advance(1000);
    expect((await get('/readyz')).status).toBe(200);
  });

  it('reports a database that does not respond as unreachable', async () => {
    const { get, database } = setUp();
    database.ping = () => new Promise(() => undefined);
    expect((await get('/readyz')).body).toEqual({ status: 'no database' });
  });

  it('checks the database once a second, however many requests there are', async () => {
    const { get, database, advance } = setUp();
    await Promise.all([get('/readyz'), get('/readyz'), get('/readyz')]);
    await get('/readyz');
    expect(database.asked).toBe(1);
    advance(1000);
    await get('/readyz');
    expect(database.asked).toBe(2);
  });

  it('is not ready but alive while it stops', async () => {
    const { get, health } = setUp();
    health.drain();
    const response = await get('/readyz');
    expect([response.status, response.body]).toEqual([503, { status: 'draining' }]);
    expect((await get('/healthz')).status).toBe(200);
  });
});
