import type { TestServer } from '@product-content/test-support/servers/server-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineJob, type JobDefinition, startJobs } from '../../src/jobs/index.ts';
import { silentLogger } from '../../src/kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../index.ts';

/** A job that counts its runs, and the most that ran at once. */
export function countingJob(name: string, work: () => Promise<void> = async () => undefined) {
  const counts = { runs: 0, running: 0, most: 0 };
  const run = async () => {
    counts.runs += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await work();
    counts.running -= 1;
  };
  return { counts, job: defineJob({ name, everySeconds: 1, run }) };
}

/** Where a schedule can be kept. */
export interface SchedulePlace {
  readonly place: string;
  /** False on a machine without that server: the tests are skipped. */
  readonly isHere: boolean;
  /** Null: the database of the tests itself. */
  readonly startServer: (() => Promise<TestServer>) | null;
}

export function describeSchedule({ place, isHere, startServer }: SchedulePlace): void {
  describe.skipIf(!isHere)(`jobs scheduled in ${place}`, () => {
    let test: TestDatabase;
    let server: TestServer | null = null;
    beforeAll(async () => {
      test = await createTestDatabase();
      if (startServer !== null) server = await startServer();
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
      await test.drop();
    });

    const start = (...jobs: JobDefinition[]) =>
      startJobs({
        databaseUrl: test.url,
        jobsUrl: server?.url ?? null,
        jobs,
        logger: silentLogger,
        pollMs: 50,
        mendMs: 200,
      });

    it('run again and again, in one process at a time', async () => {
      const { counts, job } = countingJob('test.count', () => new Promise((resolve) => setTimeout(resolve, 100)));
      const runners = await Promise.all([start(job), start(job)]);
      await expect.poll(() => counts.runs).toBeGreaterThan(2);
      await Promise.all(runners.map((runner) => runner.stop(5000)));
      expect(counts.most).toBe(1);
      expect(counts.running).toBe(0);
    });

    it('run again after a failure', async () => {
      const { counts, job } = countingJob('test.fail', () => Promise.reject(new Error('no')));
      const runner = await start(job);
      await expect.poll(() => counts.runs).toBeGreaterThan(1);
      await runner.stop(5000);
    });

    it('are told to end, and are waited for', async () => {
      let ended = false;
      let started = false;
      const job = defineJob({
        name: 'test.wait',
        everySeconds: 1,
        run: (signal) =>
          new Promise((resolve) => {
            started = true;
            signal.addEventListener('abort', () => {
              ended = true;
              resolve();
            });
          }),
      });
      const runner = await start(job);
      await expect.poll(() => started).toBe(true);
      await runner.stop(60_000);
      expect(ended).toBe(true);
    });

    it('are no longer run when a later release has them no more', async () => {
      const dropped = countingJob('test.dropped');
      await (await start(dropped.job)).stop(5000);
      const runs = dropped.counts.runs;
      await (await start(countingJob('test.kept').job)).stop(5000);
      const again = await start(dropped.job);
      await expect.poll(() => dropped.counts.runs).toBeGreaterThan(runs);
      await again.stop(5000);
    });
  });
}
