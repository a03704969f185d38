import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { cleanUpAfterwards } from '../clean-up/clean-up.ts';
import { serverProgram } from './programs.ts';

/** How a process ended: its exit code, or the signal that ended it. */
export type ProcessEnd = number | NodeJS.Signals;

/** A running server in a process of its own. */
export interface AppProcess {
  readonly pid: number;
  /** The address from its line that says `ready`, with the API's prefix; of a worker, which has none, ''. */
  readonly baseUrl: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<ProcessEnd>;
  /** True until it has ended. */
  isAlive(): boolean;
  /** Bytes of memory it has in use now; null where the system does not tell. */
  residentMemory(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<ProcessEnd>;
  /** What it has written since it was ready, or since this was asked last. */
  takeLog(): string;
}

/**
 * Starts the server and waits for its line that says `ready`.
 *
 * @param environment its whole environment but for PATH.
 * @param program its main module.
 * @throws Error with the log when it ends before it is ready.
 */
export async function spawnApp(
  environment: Readonly<Record<string, string>>,
  program: string = serverProgram,
): Promise<AppProcess> {
  const { PATH = '' } = process.env;
  const { DATA_DIR, DATABASE_URL } = environment;
  if (DATA_DIR !== undefined && DATABASE_URL === undefined) cleanUpAfterwards({ dataDir: DATA_DIR });
  const child = spawn(process.execPath, [program], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) child.once('exit', cleanUpAfterwards({ pid: child.pid }));
  let log = '';
  let lookForReady: (() => void) | null = null;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      lookForReady?.();
    });
  }
  const ended = endOf(child);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    lookForReady = () => {
      const url = /^.*\bready\b(?:.*?(?<url>https?:\/\/[^\s"]+)|(?<url>) \(worker\)$)/m.exec(log)?.groups?.url;
      if (url === undefined) return;
      lookForReady = null;
      log = '';
      resolve(url);
    };
    void ended.then((end) => reject(new Error(`The server ended (${end}) before it was ready:\n${log}`)), reject);
  });
  return {
    pid: child.pid as number,
    baseUrl,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    residentMemory: () => residentMemoryOf(child),
    kill(signal) {
      child.kill(signal);
      return ended;
    },
    takeLog() {
      const taken = log;
      log = '';
      return taken;
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
