import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server that is measured. */
export interface MeasuredServer {
  readonly url: string;
  /** Resident memory in MiB. */
  residentMemory(): Promise<number>;
  /** The same with that of its child processes. */
  residentMemoryOfAll(): Promise<number>;
  /** Sends a message to what was preloaded into its process, and returns the response. */
  ask(message: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the floor of `floor.ts`. */
export async function startFloor(databaseUrl: string, workspaceId: string): Promise<MeasuredServer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./floor.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: databaseUrl, WORKSPACE_ID: workspaceId },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return measured(child, `http://127.0.0.1:${port}`);
}

/** Starts the reference server as its users do, without its limit getting in the way. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  nodeFlags: readonly string[] = [],
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, [...nodeFlags, ...(await startArguments())], {
    cwd: root,
    env: { ...process.env, PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', RATE_LIMIT: '1000000', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const output = child.stdout as Readable;
  for await (const line of createInterface(output)) {
    const url = /https?:\/\/\S+\/api\/v1/.exec(line)?.[0];
    if (line.includes('ready') && url !== undefined) {
      output.resume();
      return measured(child, url);
    }
  }
  throw new Error('The server ended before it was ready.');
}

/** What `pnpm start` runs node with, so that what is measured is what users run. */
async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(2);
}

function measured(child: ChildProcess, url: string): MeasuredServer {
  return {
    url,
    residentMemory: () => residentMemoryOf(child.pid),
    async residentMemoryOfAll() {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      const each = [child.pid, ...children.split(' ').filter(Boolean)].map(residentMemoryOf);
      return (await Promise.all(each)).reduce((sum, memory) => sum + memory, 0);
    },
    async ask(message) {
      child.send(message);
      const [response] = (await once(child, 'message')) as [unknown];
      return response;
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function residentMemoryOf(pid: string | number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
