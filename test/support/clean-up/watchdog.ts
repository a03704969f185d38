/** Waits for the end of the process that started it, then does what `cleanUpAfterwards` was asked for. */
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Remains, WatchdogOrder } from './clean-up.ts';

/** An ended process stays visible until its new parent collects it, which some containers never do. */
const timeoutMs = 2000;

const everything = new Map<number, Remains>();
for await (const line of createInterface(process.stdin)) {
  const { id, remains } = JSON.parse(line) as WatchdogOrder;
  if (remains === null) everything.delete(id);
  else everything.set(id, remains);
}

const left = [...everything.values()];
const pids = left.flatMap((remains) => ('pid' in remains ? [remains.pid] : []));
for (const remains of left) if ('pid' in remains) signal(remains.pid, remains.signal ?? 'SIGKILL');
for (let waited = 0; waited < timeoutMs && pids.some((pid) => signal(pid, 0)); waited += 20) await delay(20);
for (const remains of left) if ('folder' in remains) await rm(remains.folder, { recursive: true, force: true });

/** @returns whether there is such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
