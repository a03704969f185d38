import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { createSingleFlight } from './single-flight.ts';
import type { Snapshot } from './transaction.ts';

/** Work by name that one process at a time does, while others wait for it. */
export interface AdvisoryMutex {
  /** The run of a name that is under way in this process, whatever comes of it; resolves at once when there is none. */
  settled(name: string): Promise<void>;
  /**
   * Joins the run of a name that is under way in this process, or waits for other processes and begins one.
   *
   * @param work gets a snapshot that is taken when its turn has come: another process may have done it meanwhile.
   */
  run(name: string, work: (snapshot: Snapshot) => Promise<void>): Promise<void>;
}

/** Before it is looked again whether another process has finished. */
const lookAgainMs = 200;

const tryLock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken';

/** @param concurrency runs of different names in this process: each holds a connection. */
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
        while (!(await attempt())) await delay(lookAgainMs);
      }),
  };
}
