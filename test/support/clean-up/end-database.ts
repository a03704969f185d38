import { readFileSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = 10_000;

/**
 * Ends the PostgreSQL that a server started in its data directory, and removes its files, which may be elsewhere. It
 * outlives a server that is killed, so that the next one takes it over.
 */
export async function endDatabaseOf(dataDir: string): Promise<void> {
  const folder = await realpath(join(dataDir, 'database')).catch(() => null);
  if (folder === null) return;
  const pidFile = await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(pidFile, 10);
  if (pid > 0 && signal(pid, 'SIGQUIT')) await ended(pid);
  await rm(folder, { recursive: true, force: true });
}

/** Waits for the end of a process that was told to end. */
export async function ended(pid: number): Promise<void> {
  for (let waited = 0; waited < timeoutMs && isRunning(pid); waited += 20) await delay(20);
}

/** An ended process stays visible until its new parent collects it, which some containers never do. */
export function isRunning(pid: number): boolean {
  if (!signal(pid, 0)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may have spaces.
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return false;
  }
}

/** @returns whether there is such a process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
