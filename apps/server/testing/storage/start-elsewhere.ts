import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { onTestFinished } from 'vitest';

const module = new URL('../../src/storage/embedded/embedded-postgres.ts', import.meta.url).href;
const program = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
  console.log((await startEmbeddedPostgres(process.argv[1])).url);
  setInterval(() => undefined, 1000);`;

/** A data directory that does not exist yet, in a folder that is deleted after the test. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return join(folder, 'data');
}

/** Starts the database in another process, which can be killed. */
export async function startElsewhere(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
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

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
