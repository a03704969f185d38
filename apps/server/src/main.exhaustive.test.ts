import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runServer, startServer } from '#testing/server-run.ts';
import { newDataDir } from '#testing/storage/start-elsewhere.ts';

describe('a first start', () => {
  it('stops cleanly when a signal comes before the server is ready', async () => {
    const DATA_DIR = await newDataDir();
    const first = runServer({ DATA_DIR });
    await expect.poll(() => first.printed.error.includes('migrated')).toBe(true);
    expect(await first.end('SIGTERM')).toBe(0);
    await (await startServer({ DATA_DIR })).end('SIGTERM');
  });

  it('leaves no database running when the port is taken', async () => {
    const other = await startServer({ DATA_DIR: await newDataDir() });
    const DATA_DIR = await newDataDir();
    const { exited, printed } = runServer({ DATA_DIR, PORT: new URL(other.baseUrl).port });
    expect(await exited).toBe(1);
    expect(printed.error).toContain('is in use: set PORT');
    await expect(stat(join(DATA_DIR, 'database/cluster/postmaster.pid'))).rejects.toThrow('ENOENT');
    await other.end('SIGTERM');
  });
});
