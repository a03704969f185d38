import { setTimeout as delay } from 'node:timers/promises';
import { Agenda, type Job } from 'agenda';
import pg from 'pg';
import type { Backlog, Logger, RecurringTask } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';
import { openBackend } from './backends/open-backend.ts';
import { Drains } from './drains.ts';
import { orderPolls } from './polls.ts';
import { queueNames } from './work-queue.ts';

export interface ScheduleOptions {
  /** The app's database, where backlogs are. */
  readonly database: Pick<Database, 'query'>;
  /** Of the same database. */
  readonly databaseUrl: string;
  /** The server that stores when each task is due; null: the database. */
  readonly jobsUrl?: string | null;
  readonly tasks: readonly RecurringTask[];
  readonly backlogs: readonly Backlog[];
  readonly logger: Logger;
  /** Milliseconds between polls for tasks, which Agenda starts on time between two polls. Default 30,000. */
  readonly pollMs?: number;
  /** Milliseconds between looks at the backlogs. Default 1,000. */
  readonly lookMs?: number;
  /** Milliseconds between checks for tasks that the server has lost. Default 60,000. */
  readonly restoreMs?: number;
}

/** Recurring tasks, and the drains of backlogs, that run in this process. */
export interface Schedule {
  /** Starts nothing more, asks what is running to stop and waits for it. */
  stop(graceMs: number): Promise<void>;
}

/** What Agenda runs. */
interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  /** Milliseconds after which a run whose process died is given to another one. */
  readonly lockLifetime: number;
  run(job: Job): Promise<void>;
}

interface RunOptions {
  /** Aborts when the process must stop. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Processes that start at the same time set up the schedule one after the other. */
const setupLock = 2_236_067_977;
const taskLifetimeMs = 10 * 60_000;
/** The name of the run that looks at the backlogs. */
const lookName = 'backlogs.look';
/** Looks in one run, which costs Agenda a poll and three statements. */
const looksPerRun = 5;

/**
 * Runs tasks on Agenda's schedule: only one process runs a task at a time, and only one looks at the backlogs. All work
 * is found in the database, so losing the schedule only costs time.
 *
 * @throws StartError when the server of the schedule cannot be reached.
 */
export async function startSchedule(options: ScheduleOptions): Promise<Schedule> {
  const { databaseUrl, jobsUrl, backlogs, logger, pollMs = 30_000, lookMs = 1000, restoreMs = 60_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const drains = new Drains({ ...options, signal });
  const tasks = options.tasks.map((task) => toScheduled(task, { signal, logger }));
  const looks = backlogs.length === 0 ? [] : [scheduleLooks(drains, lookMs, { signal, logger })];
  const scheduled = [...tasks, ...looks];
  const onError = (error: unknown) => logger.warn({ err: error }, 'The connection of the schedule was lost.');
  const withLock = <T>(work: () => Promise<T>) => withSetupLock(databaseUrl, work);
  const { agenda, looking, pollsEnded, close } = await withLock(async () => {
    const { backend, close } = await openBackend({ url: jobsUrl ?? databaseUrl, onError });
    const pollsEnded = orderPolls(backend, signal);
    const open = async (processEvery: number, polled: readonly Scheduled[]) => {
      const agenda = new Agenda({ backend, processEvery });
      agenda.on('error', (error) => logger.error({ err: error }, 'The schedule failed.'));
      await agenda.ready;
      for (const { name, lockLifetime, run } of polled) {
        agenda.define(name, run, { concurrency: 1, lockLimit: 1, lockLifetime });
      }
      return agenda;
    };
    try {
      // An Agenda polls for each of its names separately, and tasks need no poll every second.
      const agenda = await open(pollMs, tasks);
      const looking = await open(lookMs, looks);
      await schedule(agenda, scheduled);
      // Tasks of an earlier release must not run anymore.
      await agenda.cancel({ notNames: [...scheduled.map(({ name }) => name), ...queueNames] });
      return { agenda, looking, pollsEnded, close };
    } catch (error) {
      await close();
      throw error;
    }
  });
  await Promise.all([agenda.start(), looking.start()]);
  // The process that looked before may have been killed; until its lock expires, no run starts.
  const firstLook = looks.length === 0 ? null : look(drains, { signal, logger });
  const restoring = setInterval(() => {
    restore(agenda, scheduled, withLock).catch((err) => logger.warn({ err }, 'The schedule could not be checked.'));
  }, restoreMs);
  return {
    async stop(graceMs) {
      clearInterval(restoring);
      stopping.abort();
      const runs = [agenda, looking].map((each) => end(each, graceMs));
      const ended = Promise.all([firstLook, ...runs, pollsEnded()]).then(() => drains.ended());
      const over = new AbortController();
      await Promise.race([ended, delay(graceMs, undefined, { signal: over.signal })]);
      over.abort();
      await close();
    },
  };
}

function toScheduled(task: RecurringTask, { signal, logger }: RunOptions): Scheduled {
  return {
    name: task.name,
    everyMs: task.everySeconds * 1000,
    lockLifetime: taskLifetimeMs,
    async run() {
      if (signal.aborted) return;
      try {
        await task.run(signal);
      } catch (error) {
        // The next run will come anyway; Agenda would store the error's text.
        if (!signal.aborted) logger.error({ err: error, task: task.name }, 'A recurring task failed; it runs again.');
      }
    },
  };
}

/** Several looks in one run. Nobody else looks meanwhile, nor for a while after the process of a run was killed. */
function scheduleLooks(drains: Drains, lookMs: number, options: RunOptions): Scheduled {
  const { signal } = options;
  const everyMs = looksPerRun * lookMs;
  return {
    name: lookName,
    everyMs,
    lockLifetime: 2 * everyMs,
    async run(job) {
      for (let looks = 1; !signal.aborted; looks += 1) {
        await look(drains, options);
        if (looks === looksPerRun) return;
        await delay(lookMs, undefined, { signal }).catch(() => undefined);
      }
      // Due again since this run began: another process continues at once.
      job.attrs.nextRunAt = job.attrs.lastRunAt ?? job.attrs.nextRunAt;
    },
  };
}

async function look(drains: Drains, { signal, logger }: RunOptions): Promise<void> {
  try {
    await drains.look();
  } catch (error) {
    if (!signal.aborted)
      logger.error({ err: error, task: lookName }, 'Looking at the backlogs failed; it is tried again.');
  }
}

/** Waits for what is running, and unlocks what waits for its time in this process: each method does only one of it. */
async function end(agenda: Agenda, graceMs: number): Promise<void> {
  const draining = agenda.drain({ timeout: graceMs, closeConnection: false });
  await Promise.all([agenda.stop(false), draining]);
}

async function schedule(agenda: Agenda, scheduled: readonly Scheduled[]): Promise<void> {
  for (const { name, everyMs } of scheduled) await agenda.every(everyMs, name);
}

/** A server that keeps the schedule only in memory may lose it. */
async function restore(
  agenda: Agenda,
  scheduled: readonly Scheduled[],
  withLock: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const missing = async () => {
    const stored = await agenda.queryJobs({ names: scheduled.map(({ name }) => name) });
    const names = new Set(stored.jobs.map(({ name }) => name));
    return scheduled.filter(({ name }) => !names.has(name));
  };
  if ((await missing()).length > 0) await withLock(async () => schedule(agenda, await missing()));
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
