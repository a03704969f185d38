import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { cleanUpAfterwards } from '../clean-up/clean-up.ts';
import { serverProgram } from './programs.ts';

/** How a process ended: its exit code, or the signal that ended it. */
export type ProcessEnd = number | NodeJS.Signals;

/** What a server writes when it is ready: with its address, or as a worker, which has none. */
const readyLine = /^.*\bready\b(?:.*?(?<url>https?:\/\/[^\s"]+)| \(worker\)$)/m;

/** A run of the server's program, from its start to its end. */
export interface AppRun {
  readonly child: ChildProcess;
  /** All that it has written so far. */
  readonly printed: { readonly out: string; readonly error: string };
  /** Resolves when the process has ended. */
  readonly ended: Promise<ProcessEnd>;
  /** True until it has ended. */
  isAlive(): boolean;
  kill(signal: NodeJS.Signals): Promise<ProcessEnd>;
}

/** A running server in a process of its own. */
export interface AppProcess extends AppRun {
  readonly pid: number;
  /** The address from its line that says `ready`, with the API's prefix; of a worker, which has none, ''. */
  readonly baseUrl: string;
  /** Bytes of memory it has in use now; null where the system does not tell. */
  residentMemory(): Promise<number | null>;
  /** What it has written since it was ready, or since this was asked last. */
  takeLog(): string;
}

/**
 * Runs the server, whether it gets ready or not.
 *
 * @param environment its whole environment but for PATH.
 * @param program its main module.
 */
export function runApp(environment: Readonly<Record<string, string>>, program: string = serverProgram): AppRun {
  const { PATH = '' } = process.env;
  const { DATA_DIR, DATABASE_URL } = environment;
  if (DATA_DIR !== undefined && DATABASE_URL === undefined) cleanUpAfterwards({ dataDir: DATA_DIR });
  const child = spawn(process.execPath, [program], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) child.once('exit', cleanUpAfterwards({ pid: child.pid }));
  const printed = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.error += text;
  });
  const ended = endOf(child);
  return {
    child,
    printed,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Starts the server and waits for its line that says `ready`.
 *
 * @param environment its whole environment but for PATH.
 * @param program its main module.
 * @throws Error with what it wrote when it ends before it is ready.
 */
export async function spawnApp(
  environment: Readonly<Record<string, string>>,
  program: string = serverProgram,
): Promise<AppProcess> {
  const run = runApp(environment, program);
  const { child, printed, ended } = run;
  const streams = [child.stdout, child.stderr];
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const lookForReady = () => {
      const match = readyLine.exec(printed.out) ?? readyLine.exec(printed.error);
      if (match === null) return;
      for (const stream of streams) stream?.off('data', lookForReady);
      resolve(match.groups?.url ?? '');
    };
    for (const stream of streams) stream?.on('data', lookForReady);
    const fail = (end: ProcessEnd) =>
      reject(new Error(`The server ended (${end}) before it was ready:\n${printed.out}${printed.error}`));
    void ended.then(fail, reject);
  });
  const taken = { out: printed.out.length, error: printed.error.length };
  return {
    ...run,
    pid: child.pid as number,
    baseUrl,
    residentMemory: () => residentMemoryOf(child),
    takeLog() {
      const log = printed.out.slice(taken.out) + printed.error.slice(taken.error);
      [taken.out, taken.error] = [printed.out.length, printed.error.length];
      return log;
    },
  };
}

async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  // `close` comes after `exit`, when all of the output has been read.
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? signal ?? 'SIGKILL';
}

/** From /proc, which Linux has. */
async function residentMemoryOf({ pid }: ChildProcess): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
