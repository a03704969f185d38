import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Calls back once when the parent of a process is gone. When `npx pnpm start` is stopped, it passes the signal to an
 * intermediate shell and exits: pnpm and this process would continue with nobody to stop them.
 *
 * @returns a function that stops watching.
 */
export function watchParentOf(pid: number, onGone: () => void, intervalMs = 500): () => void {
  let parent: number | null = null;
  const timer = setInterval(async () => {
    const now = await parentOf(pid);
    parent ??= now;
    if (now === parent) return;
    clearInterval(timer);
    onGone();
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** The parent of a process; null when it is unknown. */
async function parentOf(pid: number): Promise<number | null> {
  if (process.platform === 'linux') {
    const line = /^PPid:\s*(\d+)$/m.exec(statusOf(pid));
    return line === null ? null : Number(line[1]);
  }
  return run('ps', ['-o', 'ppid=', '-p', String(pid)]).then(
    ({ stdout }) => Number(stdout.trim()),
    () => null,
  );
}

/** What Linux says about a process; empty when it is gone. The kernel writes it at once, so nothing else waits. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
