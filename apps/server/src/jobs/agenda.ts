import { PostgresBackend } from '@agendajs/postgres-backend';
import { Agenda } from 'agenda';
import pg from 'pg';
import type { Logger } from '../kernel/index.ts';
import type { JobDefinition } from './define-job.ts';

export interface JobRunnerOptions {
  /** The database that keeps when each job ran; the same one as everything else. */
  readonly url: string;
  readonly jobs: readonly JobDefinition[];
  readonly logger: Logger;
  /** How often due jobs are looked for. Default 1,000. */
  readonly pollMs?: number;
}

/** Jobs that run in this process. */
export interface JobRunner {
  /** Starts no more runs, tells running ones to end and waits for them. */
  stop(graceMs: number): Promise<void>;
}

/** Agenda's tables stay apart from ours, which a schema snapshot describes. */
const schema = 'agenda';
/** Processes that start together make Agenda's tables one after the other. */
const setupLock = 2_236_067_977;
/** A run whose process died is given to another one after this long. */
const lockLifetimeMs = 10 * 60_000;

/**
 * Runs jobs on Agenda's schedule in PostgreSQL: of several processes one runs a job at a time. Agenda gives the
 * ticks; the work finds in its own tables what is to be done.
 */
export async function startJobs({ url, jobs, logger, pollMs = 1000 }: JobRunnerOptions): Promise<JobRunner> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    application_name: 'product-content jobs',
    options: `-c search_path=${schema}`,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'The connection of the jobs was lost.'));
  const agenda = await withSetupLock(pool, async () => {
    const backend = new PostgresBackend({ pool, disableNotifications: true });
    const created = new Agenda({ backend, processEvery: pollMs, defaultLockLifetime: lockLifetimeMs });
    created.on('error', (error) => logger.error({ err: error }, 'The job schedule failed.'));
    await created.ready;
    return created;
  });
  const stopping = new AbortController();
  for (const job of jobs) {
    agenda.define(job.name, () => run(job, stopping.signal, logger), { concurrency: 1, lockLimit: 1 });
    await agenda.every(job.everySeconds * 1000, job.name);
  }
  await forgetOthers(pool, jobs);
  await agenda.start();
  return {
    async stop(graceMs) {
      stopping.abort();
      await agenda.drain({ timeout: graceMs, closeConnection: false });
      await pool.end();
    },
  };
}

async function run(job: JobDefinition, signal: AbortSignal, logger: Logger): Promise<void> {
  try {
    await job.run(signal);
  } catch (error) {
    // The next run is due anyway; Agenda would keep the error's text with its stack.
    if (!signal.aborted) logger.error({ err: error, job: job.name }, 'A job failed; it runs again.');
  }
}

async function withSetupLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [setupLock]);
    await client.query(`create schema if not exists ${schema}`);
    return await work();
  } finally {
    // Closing the connection frees the lock, also after an error.
    client.release(true);
  }
}

/** Jobs of an earlier release are no longer due. */
async function forgetOthers(pool: pg.Pool, jobs: readonly JobDefinition[]): Promise<void> {
  await pool.query('delete from agenda_jobs where name <> all($1)', [jobs.map(({ name }) => name)]);
}
