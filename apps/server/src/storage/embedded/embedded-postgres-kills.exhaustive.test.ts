import process from 'node:process';
import { beforeEach, describe, expect, it } from 'vitest';
import { kill, newDataDir, postmasterPid, query, startElsewhere } from '#testing/storage/start-elsewhere.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataDir();
});

describe('the embedded PostgreSQL', () => {
  it('lets one of two concurrent first starts win', async () => {
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    const starts = await Promise.allSettled([startEmbeddedPostgres(dataDir), startEmbeddedPostgres(dataDir)]);
    const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.stop();
  });

  it('takes over a server whose owner was killed', async () => {
    const { url, child } = await startElsewhere(dataDir);
    await query(url, 'create table note as select 7 as number');
    const orphan = await postmasterPid(dataDir);
    await kill(child);
    const server = await startEmbeddedPostgres(dataDir);
    expect(await postmasterPid(dataDir)).toBe(orphan);
    expect(await query(server.url, 'select number from note')).toEqual([{ number: 7 }]);
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('recovers when the server was killed with its owner', async () => {
    const { url, child } = await startElsewhere(dataDir);
    await query(url, 'create table note as select 7 as number');
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await kill(child);
    const server = await startEmbeddedPostgres(dataDir);
    expect(await query(server.url, 'select number from note')).toEqual([{ number: 7 }]);
    await server.stop();
  });

  it('is restarted when it crashes while its owner runs', async () => {
    const server = await startEmbeddedPostgres(dataDir);
    await query(server.url, 'create table note as select 7 as number');
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    const owned = `exists (select from pg_locks where locktype = 'advisory' and granted)`;
    const read = () => query(server.url, `select number from note where ${owned}`).catch(() => []);
    await expect.poll(read).toEqual([{ number: 7 }]);
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow('is in use by');
    await server.stop();
  });
});
