import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { createSingleFlight } from './single-flight.ts';
import type { Snapshot } from './transaction.ts';

/** Named work that only one process does at a time, while others wait for it. */
export interface AdvisoryMutex {
  /** Resolves when the current run of a name in this process ends, even by failing; immediately when there is none. */
  settled(name: string): Promise<void>;
  /**
   * Joins the current run of a name in this process, or waits for other processes and begins one.
   *
   * @param work receives a snapshot taken when its turn has come: another process may have done the work meanwhile.
   */
  run(name: string, work: (snapshot: Snapshot) => Promise<void>): Promise<void>;
}

/** Milliseconds between checks whether another process has finished. */
const pollMs = 200;

const tryLock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken';

/** @param concurrency maximum number of runs with different names in this process: each holds a connection. */
export function createAdvisoryMutex(database: Database, concurrency: number): AdvisoryMutex {
  const singleFlight = createSingleFlight(concurrency);
  return {
    settled: (name) => singleFlight.settled(name),
    run: (name, work) =>
      singleFlight.join(name, async () => {
        const attempt = () =>
          database.snapshot(async (snapshot) => {
            const { rows } = await snapshot.query<{ taken: boolean }>(tryLock, [name]);
            if (rows[0]?.taken !== true) return false;
            await work(snapshot);
            return true;
          });
        while (!(await attempt())) await delay(pollMs);
      }),
  };
}
