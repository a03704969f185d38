import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProcess, runApp, spawnApp } from '@product-content/test-support/app/app-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Any free port, and no demo data. */
const settings = { PORT: '0', SEED: 'none' };

let folder: string;
let sharedDataDir: string;
let shared: AppProcess | undefined;
/** The output of the first start on the shared folder. */
let firstPrinted: AppProcess['printed'] | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  // Started by root, PostgreSQL runs as another user, who has to get in.
  await chmod(folder, 0o755);
  sharedDataDir = join(folder, 'data');
});
afterAll(async () => {
  await shared?.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** The server for tests that can share one; restarted when a test has stopped it. */
async function running(): Promise<AppProcess> {
  if (!shared?.isAlive()) {
    shared = await spawnApp({ ...settings, DATA_DIR: sharedDataDir });
    firstPrinted ??= shared.printed;
  }
  return shared;
}

const keyIn = async (dataDir: string) => (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();

describe('a start on an empty folder', () => {
  it('creates a key for the demo workspace and shows it once', async () => {
    const first = await running();
    const key = await keyIn(sharedDataDir);
    expect(firstPrinted?.out).toContain(key);
    expect(firstPrinted?.error).not.toContain(key);
    expect((await stat(join(sharedDataDir, 'demo-key'))).mode & 0o777).toBe(0o600);
    const response = await fetch(`${first.baseUrl}/me`, { headers: { 'X-API-Key': key } });
    expect(await response.json()).toMatchObject({ data: { workspace: { slug: 'demo' } } });
    expect(await first.kill('SIGTERM')).toBe(0);
    const second = await running();
    expect(second.printed.out).not.toContain(key);
    expect((await fetch(`${second.baseUrl}/me`, { headers: { 'X-API-Key': key } })).status).toBe(200);
  });

  it('names what is wrong with the settings', async () => {
    const { ended, printed } = runApp({ ...settings, DATA_DIR: join(folder, 'other'), PORT: 'x', ROLE: 'y' });
    expect(await ended).toBe(1);
    expect(printed.error).toMatch(/^PORT is "x": .*\nROLE is "y": .*\n$/);
  });
});

describe('the server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s', async (signal) => {
    const { kill, printed } = await running();
    expect(await kill(signal)).toBe(0);
    expect(printed.error).not.toMatch(/"level":[56]0/);
  });

  it('does not start twice on the same folder', async () => {
    const first = await running();
    const second = runApp({ ...settings, DATA_DIR: sharedDataDir });
    expect(await second.ended).toBe(1);
    expect(second.printed.error).toBe(`DATA_DIR ${sharedDataDir} is in use by process ${first.pid}.\n`);
    expect((await fetch(`${first.baseUrl}/`)).status).toBe(200);
  });

  it('only runs jobs as a worker, and none as API', async () => {
    await (await running()).kill('SIGTERM');
    const worker = runApp({ ...settings, DATA_DIR: sharedDataDir, ROLE: 'worker' });
    await expect.poll(() => worker.printed.out).toContain('ready (worker)');
    expect(await worker.kill('SIGTERM')).toBe(0);
    const api = await spawnApp({ ...settings, DATA_DIR: sharedDataDir, ROLE: 'api' });
    expect((await fetch(`${api.baseUrl}/`)).status).toBe(200);
    await api.kill('SIGTERM');
  });
});
