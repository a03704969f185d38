import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** What must not outlive this process. */
export type Remains =
  | { readonly folder: string }
  /** The data directory of a server, whose own PostgreSQL may outlive it. */
  | { readonly dataDir: string }
  | { readonly pid: number /** Default: SIGKILL. */; readonly signal?: NodeJS.Signals };

/** One line of the watchdog's standard input. */
export type WatchdogOrder = { readonly id: number; readonly remains: Remains | null };

let send: ((order: WatchdogOrder) => void) | undefined;
let lastId = 0;

/**
 * Ends a process or a database, or removes a folder, once this process has ended in whatever way. Vitest kills its
 * workers, which leaves them no time to do it themselves.
 *
 * @returns a function that forgets it, for when it is gone earlier.
 */
export function cleanUpAfterwards(remains: Remains): () => void {
  send ??= startWatchdog();
  lastId += 1;
  const id = lastId;
  send({ id, remains });
  return () => send?.({ id, remains: null });
}

/** The watchdog holds the other end of a pipe, which closes however this process ends. */
function startWatchdog(): (order: WatchdogOrder) => void {
  const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
  const watchdog = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.unref();
  const { stdin } = watchdog;
  if ('unref' in stdin) (stdin as { unref(): void }).unref();
  return (order) => stdin.write(`${JSON.stringify(order)}\n`);
}
