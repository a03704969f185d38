import { Agenda } from 'agenda';
import pg from 'pg';
import type { Logger } from '../kernel/index.ts';
import { openBackend } from './backends/open-backend.ts';
import type { JobDefinition } from './define-job.ts';

export interface JobRunnerOptions {
  /** The app's database. */
  readonly databaseUrl: string;
  /** What keeps when each job ran; null: the database. */
  readonly jobsUrl?: string | null;
  readonly jobs: readonly JobDefinition[];
  readonly logger: Logger;
  /** How often due jobs are looked for. Default 1,000. */
  readonly pollMs?: number;
  /** How often jobs are looked for that are no longer kept. Default 60,000. */
  readonly mendMs?: number;
}

/** Jobs that run in this process. */
export interface JobRunner {
  /** Starts no more runs, tells running ones to end and waits for them. */
  stop(graceMs: number): Promise<void>;
}

/** Processes that start together schedule one after the other. */
const setupLock = 2_236_067_977;
/** A run whose process died is given to another one after this long. */
const lockLifetimeMs = 10 * 60_000;

/**
 * Runs jobs on Agenda's schedule: of several processes one runs a job at a time. Agenda gives the ticks; the work
 * finds in the database what is to be done, so that nothing but time is lost with the schedule.
 *
 * @throws StartError when the server of the schedule cannot be reached.
 */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { databaseUrl, jobsUrl, jobs, logger, pollMs = 1000, mendMs = 60_000 } = options;
  const onError = (error: unknown) => logger.warn({ err: error }, 'The connection of the jobs was lost.');
  const withLock = <T>(work: () => Promise<T>) => withSetupLock(databaseUrl, work);
  const stopping = new AbortController();
  const { agenda, close } = await withLock(async () => {
    const { backend, close } = await openBackend({ url: jobsUrl ?? databaseUrl, onError });
    try {
      const agenda = new Agenda({ backend, processEvery: pollMs, defaultLockLifetime: lockLifetimeMs });
      agenda.on('error', (error) => logger.error({ err: error }, 'The job schedule failed.'));
      await agenda.ready;
      for (const job of jobs) {
        agenda.define(job.name, () => run(job, stopping.signal, logger), { concurrency: 1, lockLimit: 1 });
      }
      await schedule(agenda, jobs);
      // Jobs of an earlier release are no longer due.
      await agenda.purge();
      return { agenda, close };
    } catch (error) {
      await close();
      throw error;
    }
  });
  await agenda.start();
  const mending = setInterval(() => {
    mend(agenda, jobs, withLock).catch((err) => logger.warn({ err }, 'The job schedule could not be looked at.'));
  }, mendMs);
  return {
    async stop(graceMs) {
      clearInterval(mending);
      stopping.abort();
      await agenda.drain({ timeout: graceMs, closeConnection: false });
      await close();
    },
  };
}

async function schedule(agenda: Agenda, jobs: readonly JobDefinition[]): Promise<void> {
  for (const job of jobs) await agenda.every(job.everySeconds * 1000, job.name);
}

/** A schedule kept in memory alone may lose its jobs; the work goes on all the same. */
async function mend(
  agenda: Agenda,
  jobs: readonly JobDefinition[],
  withLock: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const missing = async () => {
    const kept = await agenda.queryJobs({ names: jobs.map(({ name }) => name) });
    const names = new Set(kept.jobs.map(({ name }) => name));
    return jobs.filter(({ name }) => !names.has(name));
  };
  if ((await missing()).length > 0) await withLock(async () => schedule(agenda, await missing()));
}

async function run(job: JobDefinition, signal: AbortSignal, logger: Logger): Promise<void> {
  try {
    await job.run(signal);
  } catch (error) {
    // The next run is due anyway; Agenda would keep the error's text with its stack.
    if (!signal.aborted) logger.error({ err: error, job: job.name }, 'A job failed; it runs again.');
  }
}

async function withSetupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'product-content jobs' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [setupLock]);
    return await work();
  } finally {
    // Closing the connection frees the lock.
    await client.end();
  }
}
