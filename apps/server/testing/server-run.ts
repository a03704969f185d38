import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { serverProgram } from '@product-content/test-support/app/programs';
import { cleanUpAfterwards } from '@product-content/test-support/clean-up/clean-up';
import { expect } from 'vitest';

/** A run of the server's program. */
export interface ServerRun {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly printed: { readonly out: string; readonly error: string };
  /** Resolves with its exit code, null if a signal ended it. */
  readonly exited: Promise<number | null>;
  isRunning(): boolean;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Runs the program with a setting that gives it any free port, and no demo data, unless told otherwise. */
export function runServer(environment: Readonly<Record<string, string>>): ServerRun {
  const env = { PATH: process.env.PATH, PORT: '0', SEED: 'none', ...environment };
  const child = spawn(process.execPath, [serverProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) child.once('exit', cleanUpAfterwards({ pid: child.pid, signal: 'SIGTERM' }));
  const printed = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed.error += text;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    printed,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** A run that serves requests below `baseUrl`. */
export async function startServer(environment: Readonly<Record<string, string>>) {
  const run = runServer(environment);
  const base = () => /^ready (http:\S+)$/m.exec(run.printed.out)?.[1] ?? run.child.exitCode;
  await expect.poll(base).toEqual(expect.stringMatching(/^http:/));
  return { ...run, baseUrl: base() as string };
}
