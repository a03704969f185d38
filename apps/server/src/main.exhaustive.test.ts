import { readFile, stat } from 'node:fs/promises';
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

it('a server that is killed loses nothing it has confirmed', async () => {
  const environment = { ...settings, DATA_DIR: await newDataDir() };
  const first = await spawnApp(environment);
  const key = (await readFile(join(environment.DATA_DIR, 'demo-key'), 'utf8')).trim();
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ sku: 'A-1', name: 'Mug' });
  expect((await fetch(`${first.baseUrl}/products`, { method: 'POST', headers, body })).status).toBe(201);
  await first.kill('SIGKILL');
  const second = await spawnApp(environment);
  expect((await fetch(`${second.baseUrl}/products/A-1`, { headers })).status).toBe(200);
  await second.kill('SIGTERM');
});
