import { Agenda } from 'agenda';
import pg from 'pg';
import type { Logger, RecurringTask } from '../kernel/index.ts';
import { openBackend } from './backends/open-backend.ts';
import { queueNames } from './work-queue.ts';

export interface ScheduleOptions {
  /** The app's database. */
  readonly databaseUrl: string;
  /** The server that stores when each task is due; null: the database. */
  readonly jobsUrl?: string | null;
  readonly tasks: readonly RecurringTask[];
  readonly logger: Logger;
  /** Milliseconds between polls for tasks that run at least every minute. Default 1,000; others are polled thirty times less. */
  readonly pollMs?: number;
  /** Milliseconds between checks for tasks that the server has lost. Default 60,000. */
  readonly restoreMs?: number;
}

/** Recurring tasks that run in this process. */
export interface Schedule {
  /** Starts no more runs, asks running ones to stop and waits for them. */
  stop(graceMs: number): Promise<void>;
}

/** Processes that start at the same time set up the schedule one after the other. */
const setupLock = 2_236_067_977;
/** Seconds between the runs of a task from which on it is rare. */
const rareSeconds = 60;
/** Agenda polls for each task by itself and starts it on time, so rare ones need not be polled every second. */
const rarePollFactor = 30;
/** Milliseconds after which a run whose process died is given to another one. */
const lockLifetimeMs = 10 * 60_000;

/**
 * Runs tasks on Agenda's schedule: only one process runs a task at a time. A task finds its work in the database, so
 * losing the schedule only costs time.
 *
 * @throws StartError when the server of the schedule cannot be reached.
 */
export async function startSchedule(options: ScheduleOptions): Promise<Schedule> {
  const { databaseUrl, jobsUrl, tasks, logger, pollMs = 1000, restoreMs = 60_000 } = options;
  const onError = (error: unknown) => logger.warn({ err: error }, 'The connection of the schedule was lost.');
  const withLock = <T>(work: () => Promise<T>) => withSetupLock(databaseUrl, work);
  const stopping = new AbortController();
  const { agenda, rare, close } = await withLock(async () => {
    const { backend, close } = await openBackend({ url: jobsUrl ?? databaseUrl, onError });
    const open = async (processEvery: number, polled: readonly RecurringTask[]) => {
      const agenda = new Agenda({ backend, processEvery, defaultLockLifetime: lockLifetimeMs });
      agenda.on('error', (error) => logger.error({ err: error }, 'The schedule failed.'));
      await agenda.ready;
      for (const task of polled) {
        agenda.define(task.name, () => run(task, stopping.signal, logger), { concurrency: 1, lockLimit: 1 });
      }
      return agenda;
    };
    try {
      const isRare = ({ everySeconds }: RecurringTask) => everySeconds >= rareSeconds;
      const agenda = await open(
        pollMs,
        tasks.filter((task) => !isRare(task)),
      );
      const rare = await open(pollMs * rarePollFactor, tasks.filter(isRare));
      await schedule(agenda, tasks);
      // Tasks of an earlier release must not run anymore.
      await agenda.cancel({ notNames: [...tasks.map(({ name }) => name), ...queueNames] });
      return { agenda, rare, close };
    } catch (error) {
      await close();
      throw error;
    }
  });
  await Promise.all([agenda.start(), rare.start()]);
  const restoring = setInterval(() => {
    restore(agenda, tasks, withLock).catch((err) => logger.warn({ err }, 'The schedule could not be checked.'));
  }, restoreMs);
  return {
    async stop(graceMs) {
      clearInterval(restoring);
      stopping.abort();
      await Promise.all([agenda, rare].map((each) => each.drain({ timeout: graceMs, closeConnection: false })));
      await close();
    },
  };
}

async function schedule(agenda: Agenda, tasks: readonly RecurringTask[]): Promise<void> {
  for (const { name, everySeconds } of tasks) await agenda.every(everySeconds * 1000, name);
}

/** A server that keeps the schedule only in memory may lose it. */
async function restore(
  agenda: Agenda,
  tasks: readonly RecurringTask[],
  withLock: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const missing = async () => {
    const stored = await agenda.queryJobs({ names: tasks.map(({ name }) => name) });
    const names = new Set(stored.jobs.map(({ name }) => name));
    return tasks.filter(({ name }) => !names.has(name));
  };
  if ((await missing()).length > 0) await withLock(async () => schedule(agenda, await missing()));
}

async function run(task: RecurringTask, signal: AbortSignal, logger: Logger): Promise<void> {
  try {
    await task.run(signal);
  } catch (error) {
    // The next run will come anyway; Agenda would store the error's text.
    if (!signal.aborted) logger.error({ err: error, task: task.name }, 'A recurring task failed; it runs again.');
  }
}

async function withSetupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'product-content schedule' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [setupLock]);
    return await work();
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
