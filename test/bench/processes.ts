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
  /** The same with that of its child processes, and theirs. */
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
export async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { scripts: { start: string } };
  return (scripts.start.split(' exec node ')[1] ?? '').split(' ');
}

function measured(child: ChildProcess, url: string): MeasuredServer {
  const pid = child.pid ?? 0;
  return {
    url,
    residentMemory: () => residentMemoryOf(pid),
    residentMemoryOfAll: () => residentMemoryOfTree(pid),
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

/** Resident memory in MiB of a process and of all that it started. */
export function residentMemoryOfTree(pid: number): Promise<number> {
  return sumOfTree(pid, residentMemoryOf);
}

/** Clock ticks of a second, on every Linux. */
const ticksPerSecond = 100;

/** Seconds that a process and all that it started have computed, in the kernel too. */
export function cpuSecondsOfTree(pid: number): Promise<number> {
  return sumOfTree(pid, async (each) => {
    const status = await readFile(`/proc/${each}/stat`, 'utf8');
    // The name of the program, in parentheses, may have spaces.
    const [user = 0, system = 0] = status.slice(status.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return (user + system) / ticksPerSecond;
  });
}

async function sumOfTree(pid: number, figureOf: (pid: number) => Promise<number>): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const ofChildren = children.split(' ').filter(Boolean);
  const each = await Promise.all([figureOf(pid), ...ofChildren.map((child) => sumOfTree(Number(child), figureOf))]);
  return each.reduce((sum, figure) => sum + figure, 0);
}

async function residentMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
