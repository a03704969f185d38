/** Waits for the end of the process that started it, then does what `cleanUpAfterwards` was asked for. */
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Remains, WatchdogOrder } from './clean-up.ts';
import { endDatabaseOf, ended, signal } from './end-database.ts';

const everything = new Map<number, Remains>();
for await (const line of createInterface(process.stdin)) {
  const { id, remains } = JSON.parse(line) as WatchdogOrder;
  if (remains === null) everything.delete(id);
  else everything.set(id, remains);
}

const left = [...everything.values()];
const pids = left.flatMap((remains) => ('pid' in remains ? [remains.pid] : []));
for (const remains of left) if ('pid' in remains) signal(remains.pid, remains.signal ?? 'SIGKILL');
await Promise.all(pids.map(ended));
// Folders last: the way to a database may lead through them.
for (const remains of left) if ('dataDir' in remains) await endDatabaseOf(remains.dataDir);
for (const remains of left) if ('folder' in remains) await rm(remains.folder, { recursive: true, force: true });
