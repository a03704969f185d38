import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { type AppProcess, spawnApp } from '@product-content/test-support/app/app-process';
import { endDatabaseOf } from '@product-content/test-support/clean-up/end-database';
import { takePort } from '@product-content/test-support/ports';
import { onTestFinished } from 'vitest';

/** A server of several processes on one port, with a database of its own. */
export interface OnePortServer extends AppProcess {
  readonly api: Api;
  /** Process ids of its children that live. */
  children(): Promise<number[]>;
}

/** Starts one for the current test. */
export async function startOnePort(env: Readonly<Record<string, string>>): Promise<OnePortServer> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-one-port-'));
  // Started by root, PostgreSQL runs as another user, who has to get in.
  await chmod(folder, 0o755);
  // With port 0 a server whose children have all been killed would come back on another one.
  const PORT = String(await takePort());
  const app = await spawnApp({ PORT, DATA_DIR: folder, SEED: 'none', PROCESSES: '2', ...env });
  onTestFinished(async () => {
    if (app.isAlive()) await app.kill('SIGTERM');
    await endDatabaseOf(folder);
    await rm(folder, { recursive: true, force: true });
  });
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  return { ...app, api: createApi(app.baseUrl, key), children: () => childrenOf(app.pid) };
}

/** From /proc, which Linux has. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
