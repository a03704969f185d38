import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeId, WakeableLoop } from '../../../kernel/index.ts';
import { listen } from '../../../storage/index.ts';
import { jobChannel } from '../job-channel.ts';
import type { JobKind } from '../job-kind.ts';
import { JobInterrupted } from './job-interrupted.ts';
import { type ClaimedJob, claimJob, releaseJob, renewLeases } from './leases.ts';
import { type RunJobOptions, runJob } from './run-job.ts';

export interface JobWorkerOptions extends Omit<RunJobOptions, 'leaseMs' | 'retryMs'> {
  /** Of the same database, for a connection that listens. */
  readonly databaseUrl: string;
  readonly kinds: readonly JobKind[];
  /** Jobs this process runs at once. Default 4. */
  readonly places?: number;
  /** A job whose worker was not heard of for so long is another's to take. Default 30,000. */
  readonly leaseMs?: number;
  /** Before work that went wrong is tried again. Default 1,000. */
  readonly retryMs?: number;
  /** How often it looks for itself, should neither a notification nor the schedule have told it. Default 10,000. */
  readonly pollMs?: number;
}

/** Runs jobs until it is stopped. */
export interface JobWorker {
  /** Takes no further job, interrupts those that run and gives them back, to go on at their checkpoint elsewhere. */
  stop(graceMs: number): Promise<void>;
}

const afterErrorMs = 1000;
/** Renewals in the time of one lease. */
const renewals = 6;

interface Run {
  readonly interruption: AbortController;
  readonly done: Promise<void>;
}

/** Runs jobs of all workspaces, several processes side by side: woken when one is due, canceled or over. */
export function startJobWorker(options: JobWorkerOptions): JobWorker {
  const { database, databaseUrl, clock, ids, logger, pollMs = 10_000 } = options;
  const { places = 4, leaseMs = 30_000, retryMs = 1000 } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.type, kind]));
  const claimable = options.kinds.map(({ type, atOnce = 1 }) => ({ type, atOnce }));
  const runs = new Map<string, Run>();
  let renewedAt = performance.now();
  let stopping = false;

  const start = (job: ClaimedJob): void => {
    const kind = kinds.get(job.type) as JobKind;
    const interruption = new AbortController();
    const done = runJob(job, kind, interruption, { ...options, leaseMs, retryMs })
      .catch((err: unknown) => {
        logger.error(
          { err, job: encodeId('job', job.id) },
          'The end of a job could not be saved; the job will be run again.',
        );
      })
      .finally(() => {
        runs.delete(job.lease);
        claiming.wake();
      });
    runs.set(job.lease, { interruption, done });
  };

  const claiming = new WakeableLoop(
    async () => {
      while (runs.size < places && !stopping) {
        const job = await claimJob(database, { kinds: claimable, lease: ids.next(), leaseMs, at: clock.now() });
        if (job === null) break;
        start(job);
      }
      return pollMs;
    },
    (err) => {
      logger.error({ err }, 'Looking for jobs failed; it will be tried again.');
      return afterErrorMs;
    },
  );

  const interruptLost = (isHeld: (lease: string) => boolean): void => {
    for (const [lease, { interruption }] of runs) {
      if (!isHeld(lease)) interruption.abort(new JobInterrupted('lost'));
    }
  };
  const renewing = new WakeableLoop(
    async () => {
      const leases = [...runs.keys()];
      const startedAt = performance.now();
      if (leases.length > 0) {
        const kept = await renewLeases(database, leases, leaseMs);
        interruptLost((lease) => kept.has(lease) || !leases.includes(lease));
      }
      renewedAt = startedAt;
      return leaseMs / renewals;
    },
    (err) => {
      logger.warn({ err }, 'The leases of running jobs could not be renewed; it will be tried again.');
      if (performance.now() - renewedAt > leaseMs) interruptLost(() => false);
      return Math.min(afterErrorMs, leaseMs / renewals);
    },
  );

  const stopListening = listen({
    url: databaseUrl,
    channel: jobChannel,
    onNotification: () => {
      claiming.wake();
      renewing.wake();
    },
    onError: (err) =>
      logger.warn({ err }, 'Notifications about jobs are not received; the schedule will find the jobs.'),
  });

  return {
    async stop(graceMs) {
      stopping = true;
      await Promise.all([stopListening(), claiming.stop()]);
      for (const { interruption } of runs.values()) interruption.abort(new JobInterrupted('stopping'));
      const over = new AbortController();
      const ended = Promise.all([...runs.values()].map(({ done }) => done));
      await Promise.race([ended, delay(graceMs, undefined, { signal: over.signal })]);
      over.abort();
      await renewing.stop();
      // Their work goes on for a moment, but nothing of it is committed any more.
      for (const lease of runs.keys()) await releaseJob(database, lease);
    },
  };
}
