import type { PostgresIdempotencyStore } from '@contract-kit/middleware/postgres';
import type { Clock } from '../kernel/index.ts';
import { type Database, sweepOutbox } from '../storage/index.ts';
import { defineTask, type RecurringTask } from './recurring-task.ts';

type Sweep = { sweep(signal: AbortSignal): Promise<unknown> };

/** What the tasks work with. */
export interface TaskServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly idempotency: Pick<PostgresIdempotencyStore, 'sweep' | 'sweepBodies'>;
  readonly rateLimit: { sweep(): Promise<unknown> };
  readonly completeness: { drain(): Promise<unknown> };
  readonly associations: { drain(): Promise<unknown> };
  readonly channels: { drain(signal: AbortSignal): Promise<unknown> };
  readonly publications: { release(signal: AbortSignal): Promise<unknown> };
  readonly webhooks: Sweep;
  readonly feeds: Sweep;
  readonly uploads: Sweep;
  readonly jobs: Sweep;
  readonly assets: Sweep;
}

/** Every recurring task of the app. */
export function createTasks(services: TaskServices): readonly RecurringTask[] {
  const { database, clock, idempotency, rateLimit, completeness, associations, channels, publications } = services;
  const hour = 3600;
  const sweepEvents = (signal: AbortSignal) => sweepOutbox(database, clock.now(), { signal });
  return [
    defineTask('completeness.recompute', 1, () => completeness.drain()),
    defineTask('associations.remove', 1, () => associations.drain()),
    defineTask('channels.refresh', 1, (signal) => channels.drain(signal)),
    defineTask('publications.release', 2, (signal) => publications.release(signal)),
    defineTask('jobs.sweep', hour, (signal) => services.jobs.sweep(signal)),
    defineTask('idempotency.sweep', 600, () => idempotency.sweep()),
    defineTask('idempotency.sweep-bodies', 6 * hour, (signal) => idempotency.sweepBodies(signal)),
    defineTask('rate-limit.sweep', 600, () => rateLimit.sweep()),
    defineTask('outbox.sweep', hour, sweepEvents),
    defineTask('feeds.sweep', hour, (signal) => services.feeds.sweep(signal)),
    defineTask('webhooks.sweep', hour, (signal) => services.webhooks.sweep(signal)),
    defineTask('uploads.sweep', hour, (signal) => services.uploads.sweep(signal)),
    defineTask('assets.sweep', 6 * hour, (signal) => services.assets.sweep(signal)),
  ];
}
