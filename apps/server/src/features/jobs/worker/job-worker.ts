import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeId, noTracing, PollLoop, type Tracing, withLogFields } from '../../../kernel/index.ts';
import { Dispatcher } from '../dispatcher.ts';
import { type JobHandler, JobInterrupted } from '../job-handler.ts';
import { type JobQueue, RetryLater, type Ticket } from '../job-queue.ts';
import type { JobMeasures } from './job-measures.ts';
import { claimJob, releaseJob, renewLeases } from './leases.ts';
import { type RunJobOptions, type RunOutcome, runJob } from './run-job.ts';

export interface JobWorkerOptions extends Omit<RunJobOptions, 'leaseMs' | 'retryMs' | 'dispatcher'> {
  readonly queue: JobQueue;
  readonly handlers: readonly JobHandler[];
  /** Default: traces are off. */
  readonly tracing?: Tracing;
  /** Receives the outcomes of runs. */
  readonly measures?: Pick<JobMeasures, 'note'>;
  /** Jobs that this process runs at the same time. Default 4. */
  readonly capacity?: number;
  /** Milliseconds after which a job may be taken over if its worker has not renewed the lease. Default 30,000. */
  readonly leaseMs?: number;
  /** Milliseconds before failed work is retried. Default 1,000. */
  readonly retryMs?: number;
  /** Milliseconds between looks for jobs without a notification or ticket. Default 1,000. */
  readonly pollMs?: number;
}

/** Runs jobs until it is stopped. */
export interface JobWorker {
  /**
   * Accepts no more jobs, interrupts the running ones and releases them, to be continued elsewhere from their
   * checkpoint.
   */
  stop(graceMs: number): Promise<void>;
}

/** How often a lease is renewed within its duration. */
const renewals = 6;

interface Run {
  readonly interruption: AbortController;
  readonly ticket: Ticket;
}

/** Runs the jobs of all workspaces for which the queue has tickets; several processes may do so at the same time. */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { database, queue, clock, ids, logger, pollMs = 1000 } = options;
  const { capacity = 4, leaseMs = 30_000, retryMs = 1000, tracing = noTracing, measures } = options;
  const dispatcher = new Dispatcher(options);
  const handlers = new Map(options.handlers.map((handler) => [handler.type, handler]));
  /** By lease. */
  const runs = new Map<string, Run>();
  const handled = new Set<Promise<void>>();
  let renewedAt = performance.now();
  let stopping = false;
  let renewing: PollLoop | null = null;

  const work = async (ticket: Ticket): Promise<void> => {
    if (stopping) throw new RetryLater('The process is stopping.', 0);
    const request = { jobId: ticket.jobId, lease: ids.next(), leaseMs, at: clock.now() };
    const job = await claimJob(dispatcher, request);
    if (job === null) return;
    const interruption = new AbortController();
    if (stopping) interruption.abort(new JobInterrupted('stopping'));
    runs.set(job.lease, { interruption, ticket });
    const startedAt = performance.now();
    let outcome: RunOutcome = 'interrupted';
    try {
      if (job.id !== ticket.jobId) await ticket.reassign(job.id);
      const handler = handlers.get(job.type) as JobHandler;
      const shown = encodeId('job', job.id);
      const span = {
        name: `job ${job.type}`,
        kind: 'consumer',
        parent: job.trace,
        begins: true,
        attributes: { 'pcm.job.id': shown },
      } as const;
      outcome = await withLogFields({ requestId: job.requestId, job: shown }, () =>
        tracing.span(span, () => runJob(job, handler, interruption, { ...options, dispatcher, leaseMs, retryMs })),
      );
    } catch (err) {
      if (err instanceof RetryLater) {
        outcome = 'retried';
        throw err;
      }
      logger.error(
        { err, job: encodeId('job', job.id) },
        'The end of a job could not be saved; the job will be run again.',
      );
    } finally {
      runs.delete(job.lease);
      measures?.note(job.type, outcome, performance.now() - startedAt);
    }
  };

  const interruptLost = (isHeld: (lease: string) => boolean): void => {
    for (const [lease, { interruption }] of runs) {
      if (!isHeld(lease)) interruption.abort(new JobInterrupted('lost'));
    }
  };
  const consumption = await queue.consume({
    capacity,
    onNotification: () => renewing?.wake(),
    handle: (ticket) => {
      const done = work(ticket).finally(() => handled.delete(done));
      handled.add(done);
      return done;
    },
  });
  renewing = new PollLoop(
    async () => {
      const leases = [...runs.keys()];
      const startedAt = performance.now();
      if (leases.length > 0) {
        const renewed = await renewLeases(database, leases, leaseMs);
        interruptLost((lease) => renewed.has(lease) || !leases.includes(lease));
        await Promise.all([...runs.values()].map(({ ticket }) => ticket.touch()));
      }
      renewedAt = startedAt;
      return leaseMs / renewals;
    },
    (err) => {
      logger.warn({ err }, 'The leases of running jobs could not be renewed; it will be tried again.');
      if (performance.now() - renewedAt > leaseMs) interruptLost(() => false);
      return Math.min(1000, leaseMs / renewals);
    },
  );
  const sweeping = new PollLoop(
    async () => {
      if (runs.size < capacity && (await dispatcher.addForgotten(capacity - runs.size))) consumption.look();
      return pollMs;
    },
    (err) => {
      logger.error({ err }, 'Looking for forgotten jobs failed; it will be tried again.');
      return pollMs;
    },
  );

  return {
    async stop(graceMs) {
      stopping = true;
      const stopped = Promise.all([consumption.stop(), sweeping.stop()]);
      for (const { interruption } of runs.values()) interruption.abort(new JobInterrupted('stopping'));
      const over = new AbortController();
      const ended = stopped.then(() => Promise.allSettled(handled));
      await Promise.race([ended, delay(graceMs, undefined, { signal: over.signal })]);
      over.abort();
      await renewing?.stop();
      // The handlers may continue for a moment, but nothing they do is committed any more.
      for (const lease of runs.keys()) await releaseJob(dispatcher, lease);
    },
  };
}
