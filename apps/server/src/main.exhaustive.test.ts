import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runApp, spawnApp } from '@product-content/test-support/app/app-process';
import { describe, expect, it } from 'vitest';
import { newDataDir } from '#testing/storage/start-elsewhere.ts';

/** Any free port, and no demo data. */
const settings = { PORT: '0', SEED: 'none' };

describe('a first start', () => {
  it('stops cleanly when a signal comes before the server is ready', async () => {
    const DATA_DIR = await newDataDir();
    const first = runApp({ ...settings, DATA_DIR });
    await expect.poll(() => first.printed.error.includes('migrated')).toBe(true);
    expect(await first.kill('SIGTERM')).toBe(0);
    await (await spawnApp({ ...settings, DATA_DIR })).kill('SIGTERM');
  });

  it('leaves no database running when the port is taken', async () => {
    const other = await spawnApp({ ...settings, DATA_DIR: await newDataDir() });
    const DATA_DIR = await newDataDir();
    const { ended, printed } = runApp({ ...settings, DATA_DIR, PORT: new URL(other.baseUrl).port });
    expect(await ended).toBe(1);
    expect(printed.error).toContain('is in use: set PORT');
    await expect(stat(join(DATA_DIR, 'database/cluster/postmaster.pid'))).rejects.toThrow('ENOENT');
    await other.kill('SIGTERM');
  });
});
