import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { entities } from '../entities.ts';
import { awaitServer } from './await-server.ts';
import { Orm } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const attempt = async (url: string, waitMs = 0) => {
  const orm = new Orm({ url, poolSize: 1, entities });
  try {
    await awaitServer(orm, waitMs);
  } finally {
    await orm.close();
  }
};

describe('awaitServer', () => {
  it('accepts a suitable server', async () => {
    await expect(attempt(test.url)).resolves.toBeUndefined();
  });

  it('waits for a server that has not started yet', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const target = new URL(await workerPostgresUrl());
    const waiting = attempt(`postgres://postgres:${target.password}@127.0.0.1:${port}/postgres`, 20_000);
    const gate = createServer((socket) => {
      const upstream = connect(Number(target.port), '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
      socket.on('error', () => upstream.destroy());
      upstream.on('error', () => socket.destroy());
    }).listen(port, '127.0.0.1');
    await waiting;
    gate.close();
  });

  it.each([
    [
      'there is none',
      (url: URL) => {
        url.port = '1';
      },
      'ECONNREFUSED',
    ],
    [
      'the password is wrong',
      (url: URL) => {
        url.password = 'hunter2';
      },
      'password authentication failed',
    ],
    [
      'there is no such database',
      (url: URL) => {
        url.pathname = '/nowhere';
      },
      'does not exist',
    ],
  ])('says that %s, and not the URL', async (_, change, reason) => {
    const url = new URL(test.url);
    change(url);
    const failure = await attempt(url.href).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'StartError', message: expect.stringContaining(reason) });
    expect(String(failure)).not.toContain(url.password);
  });

  it('refuses a database in another encoding', async () => {
    await test.database.query(
      `create database latin template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    const url = new URL(test.url);
    url.pathname = '/latin';
    await expect(attempt(url.href)).rejects.toThrow('encoded in SQL_ASCII');
    await test.database.query('drop database latin with (force)');
  });
});
