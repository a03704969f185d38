import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDir: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }));

const program = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
  console.log((await startEmbeddedPostgres(process.argv[1])).url);
  setInterval(() => undefined, 1000);`;

/** Starts the database in a process of its own, which can be killed. */
async function startElsewhere(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with ${code}.`);
  });
  ended.catch(() => undefined);
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  return { url, child };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps its rows from one start to the next', async () => {
    const first = await startEmbeddedPostgres(dataDir);
    await query(first.url, 'create table note as select 7 as number');
    await first.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    const second = await startEmbeddedPostgres(dataDir);
    expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
    await second.stop();
  });

  it('is found by another program while it runs', async () => {
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    const server = await startEmbeddedPostgres(dataDir);
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url);
    await server.stop();
  });

  it('keeps its password for its owner only', async () => {
    const server = await startEmbeddedPostgres(dataDir);
    await server.stop();
    const { mode } = await stat(join(dataDir, 'database/connection.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('refuses a data directory another process holds, and leaves that process alone', async () => {
    const { url, child } = await startElsewhere();
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(`is in use by process ${child.pid}`);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await kill(child);
    await (await startEmbeddedPostgres(dataDir)).stop();
  });

  it('lets one of two first starts win', async () => {
    const starts = await Promise.allSettled([startEmbeddedPostgres(dataDir), startEmbeddedPostgres(dataDir)]);
    const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.stop();
  });

  it('takes over a server whose starter was killed', async () => {
    const { url, child } = await startElsewhere();
    await query(url, 'create table note as select 7 as number');
    const orphan = await postmasterPid();
    await kill(child);
    const server = await startEmbeddedPostgres(dataDir);
    expect(await postmasterPid()).toBe(orphan);
    expect(await query(server.url, 'select number from note')).toEqual([{ number: 7 }]);
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('recovers when the server was killed with its starter', async () => {
    const { url, child } = await startElsewhere();
    await query(url, 'create table note as select 7 as number');
    process.kill(await postmasterPid(), 'SIGKILL');
    await kill(child);
    const server = await startEmbeddedPostgres(dataDir);
    expect(await query(server.url, 'select number from note')).toEqual([{ number: 7 }]);
    await server.stop();
  });

  it('is started again when it dies under its owner', async () => {
    const server = await startEmbeddedPostgres(dataDir);
    await query(server.url, 'create table note as select 7 as number');
    process.kill(await postmasterPid(), 'SIGKILL');
    const owned = `exists (select from pg_locks where locktype = 'advisory' and granted)`;
    const read = () => query(server.url, `select number from note where ${owned}`).catch(() => []);
    await expect.poll(read, { timeout: 20_000, interval: 100 }).toEqual([{ number: 7 }]);
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow('is in use by');
    await server.stop();
  });

  it('starts where a stale postmaster.pid names a process of another program', async () => {
    await (await startEmbeddedPostgres(dataDir)).stop();
    await writeFile(join(dataDir, 'database/cluster/postmaster.pid'), `${process.pid}\n`);
    const server = await startEmbeddedPostgres(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it.runIf(process.getuid?.() === 0)('serves a data directory that is private to root', async () => {
    await chmod(join(dataDir, '..'), 0o700);
    await (await startEmbeddedPostgres(dataDir)).stop();
    const server = await startEmbeddedPostgres(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    await rm(await realpath(join(dataDir, 'database')), { recursive: true });
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow('which is gone');
  });
});
