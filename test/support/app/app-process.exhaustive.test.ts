import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../clean-up/end-database.ts';

it('a server and its own PostgreSQL end when the process that started the server is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs as another user, who has to get in.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const module = new URL('./app-process.ts', import.meta.url).href;
  const script = `
    const { spawnApp } = await import('${module}');
    const { pid } = await spawnApp({ PORT: '0', SEED: 'none', DATA_DIR: ${JSON.stringify(dataDir)} });
    console.log(pid);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [server] = (await once(createInterface(starter.stdout), 'line')) as [string];
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8'), 10);
  expect(isRunning(postmaster)).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => [isRunning(Number(server)), isRunning(postmaster)]).toEqual([false, false]);
});
