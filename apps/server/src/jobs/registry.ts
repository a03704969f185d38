import type { PostgresIdempotencyStore } from '@contract-kit/middleware/postgres';
import type { Clock } from '../kernel/index.ts';
import { type Database, sweepOutbox } from '../storage/index.ts';
import { defineJob, type JobDefinition } from './define-job.ts';

/** What the jobs work with. */
export interface JobServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly idempotency: Pick<PostgresIdempotencyStore, 'sweep' | 'sweepBodies'>;
  readonly rateLimit: { sweep(): Promise<unknown> };
  readonly completeness: { drain(): Promise<unknown> };
  readonly associations: { drain(): Promise<unknown> };
  readonly channels: { drain(signal: AbortSignal): Promise<unknown> };
  readonly publications: { release(signal: AbortSignal): Promise<unknown> };
  readonly webhooks: { sweep(signal: AbortSignal): Promise<unknown> };
  readonly feeds: { sweep(signal: AbortSignal): Promise<unknown> };
  readonly uploads: { sweep(signal: AbortSignal): Promise<unknown> };
  readonly jobs: { notify(): Promise<unknown>; sweep(signal: AbortSignal): Promise<unknown> };
  readonly assets: { sweep(signal: AbortSignal): Promise<unknown> };
}

/** Every job of the app. */
export function createJobs(services: JobServices): readonly JobDefinition[] {
  const {
    database,
    clock,
    idempotency,
    rateLimit,
    completeness,
    associations,
    channels,
    publications,
    webhooks,
    feeds,
    jobs,
    uploads,
    assets,
  } = services;
  return [
    defineJob({
      name: 'completeness.recompute',
      everySeconds: 1,
      run: async () => {
        await completeness.drain();
      },
    }),
    defineJob({
      name: 'associations.remove',
      everySeconds: 1,
      run: async () => {
        await associations.drain();
      },
    }),
    defineJob({
      name: 'channels.refresh',
      everySeconds: 1,
      run: async (signal) => {
        await channels.drain(signal);
      },
    }),
    defineJob({
      name: 'publications.release',
      everySeconds: 2,
      run: async (signal) => {
        await publications.release(signal);
      },
    }),
    defineJob({
      name: 'jobs.notify',
      everySeconds: 1,
      run: async () => {
        await jobs.notify();
      },
    }),
    defineJob({
      name: 'jobs.sweep',
      everySeconds: 3600,
      run: async (signal) => {
        await jobs.sweep(signal);
      },
    }),
    defineJob({
      name: 'idempotency.sweep',
      everySeconds: 600,
      run: async () => {
        await idempotency.sweep();
      },
    }),
    defineJob({
      name: 'idempotency.sweep-bodies',
      everySeconds: 6 * 3600,
      run: async (signal) => {
        await idempotency.sweepBodies(signal);
      },
    }),
    defineJob({
      name: 'rate-limit.sweep',
      everySeconds: 600,
      run: async () => {
        await rateLimit.sweep();
      },
    }),
    defineJob({
      name: 'outbox.sweep',
      everySeconds: 3600,
      run: async (signal) => {
        await sweepOutbox(database, clock.now(), { signal });
      },
    }),
    defineJob({
      name: 'feeds.sweep',
      everySeconds: 3600,
      run: async (signal) => {
        await feeds.sweep(signal);
      },
    }),
    defineJob({
      name: 'webhooks.sweep',
      everySeconds: 3600,
      run: async (signal) => {
        await webhooks.sweep(signal);
      },
    }),
    defineJob({
      name: 'uploads.sweep',
      everySeconds: 3600,
      run: async (signal) => {
        await uploads.sweep(signal);
      },
    }),
    defineJob({
      name: 'assets.sweep',
      everySeconds: 6 * 3600,
      run: async (signal) => {
        await assets.sweep(signal);
      },
    }),
  ];
}
