import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../database.ts';
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts';

let database: ScratchDatabase;
let proxy: PostgresProxy;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await createScratchDatabase();
  proxy = await startPostgresProxy(database.url);
  const client = await open(database.url);
  await client.query('create table note (number integer)');
});
afterEach(async () => {
  proxy.passAll();
  for (const client of clients.splice(0)) await client.end().catch(() => undefined);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

async function countNotes(): Promise<number> {
  const client = await open(database.url);
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from note');
  return rows[0]?.count ?? 0;
}

describe('the proxy in front of PostgreSQL', () => {
  test('forwards statements of both protocols and counts them', async () => {
    const client = await open(proxy.urlOf(database.url));
    proxy.passAll();
    await client.query('select 1');
    await client.query('select $1::int', [1]);
    await client.query({ name: 'named', text: 'select $1::text as text', values: ['x'.repeat(100_000)] });
    expect(proxy.passed).toBe(3);
  });

  test('holds back the first statement after the allowed ones', async () => {
    const client = await open(proxy.urlOf(database.url));
    const before = await countNotes();
    proxy.breakAfter(1, () => undefined);
    await client.query('insert into note values ($1)', [1]);
    const held = client.query('insert into note values ($1)', [2]).catch((error: unknown) => error);
    await Promise.race([held, countNotes()]);
    proxy.sever();
    expect(await held).toBeInstanceOf(Error);
    expect(await countNotes()).toBe(before + 1);
  });

  test('lets PostgreSQL run the last allowed statement when it cuts the connection at that moment', async () => {
    const client = await open(proxy.urlOf(database.url));
    const before = await countNotes();
    proxy.breakAfter(1, () => proxy.sever());
    await expect(client.query('insert into note values (3)')).rejects.toThrow();
    await proxy.drained();
    expect(await countNotes()).toBe(before + 1);
  });

  test('forwards nothing when no statement is allowed', async () => {
    const client = await open(proxy.urlOf(database.url));
    const before = await countNotes();
    proxy.breakAfter(0, () => proxy.sever());
    await expect(client.query('insert into note values (4)')).rejects.toThrow();
    await proxy.drained();
    expect(await countNotes()).toBe(before);
  });

  test('counts the statements of one transaction only, whatever else is sent', async () => {
    const client = await open(proxy.urlOf(database.url));
    const other = await open(proxy.urlOf(database.url));
    const before = await countNotes();
    proxy.breakAfter(3, () => proxy.sever(), 'first-transaction');
    await other.query('select 1');
    await client.query('begin');
    await other.query('select 2');
    await client.query('insert into note values ($1)', [5]);
    await other.query('insert into note values (6)');
    await expect(client.query('commit')).rejects.toThrow();
    await proxy.drained();
    expect(await countNotes()).toBe(before + 2);
  });

  test('does not cut the connection when the transaction is already over', async () => {
    const client = await open(proxy.urlOf(database.url));
    proxy.breakAfter(3, () => proxy.sever(), 'first-transaction');
    for (const text of ['begin', 'commit', 'begin', 'select 1', 'commit']) await client.query(text);
    expect(proxy.passed).toBe(2);
  });
});
