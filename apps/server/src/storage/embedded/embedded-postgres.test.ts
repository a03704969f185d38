import { chmod, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kill, newDataDir, query, startElsewhere } from '#testing/storage/start-elsewhere.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
/** Has a database, which no test leaves running: creating one takes a processor second. */
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  await (await startEmbeddedPostgres(dataDir)).stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
    const { mode } = await stat(join(dataDir, 'database/connection.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('says so when its data directory cannot be created', async () => {
    await expect(startEmbeddedPostgres('/proc/none')).rejects.toThrow('DATA_DIR /proc/none cannot be created: ENOENT');
  });

  it('refuses a data directory owned by another process, without disturbing it', async () => {
    const { url, child } = await startElsewhere(dataDir);
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(`is in use by process ${child.pid}`);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await kill(child);
    await (await startEmbeddedPostgres(dataDir)).stop();
  });

  it('starts where a stale postmaster.pid names a process of another program', async () => {
    await writeFile(join(dataDir, 'database/cluster/postmaster.pid'), `${process.pid}\n`);
    const server = await startEmbeddedPostgres(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it.runIf(process.getuid?.() === 0)('serves a data directory that is private to root', async () => {
    const hidden = await newDataDir();
    await chmod(join(hidden, '..'), 0o700);
    await (await startEmbeddedPostgres(hidden)).stop();
    const server = await startEmbeddedPostgres(hidden);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    await rm(await realpath(join(hidden, 'database')), { recursive: true });
    await expect(startEmbeddedPostgres(hidden)).rejects.toThrow('which no longer exists');
  });
});
