import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanUpAfterwards } from '../clean-up/clean-up.ts';

/** A server of its own for one test file. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program that ends with this process, and waits for the line that says it is ready. */
export async function startProgram(
  command: string,
  args: readonly string[],
  ready: RegExp,
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  if (child.pid !== undefined) child.once('exit', cleanUpAfterwards({ pid: child.pid }));
  for await (const line of createInterface(child.stdout)) {
    if (!ready.test(line)) continue;
    child.stdout.resume();
    return { child, line };
  }
  throw new Error(`${command} ended before it was ready.`);
}

export async function killProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await Promise.race([exited, delay(5000)]);
}

/** Whether a program is here and runs. */
export function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
}
