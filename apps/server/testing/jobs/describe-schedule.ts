import type { TestServer } from '@product-content/test-support/servers/server-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSchedule } from '../../src/jobs/index.ts';
import { defineTask, type RecurringTask, silentLogger } from '../../src/kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../index.ts';
import { countingBacklog, createWaiting } from './counting-backlog.ts';

/** A task that counts its runs, and its maximum concurrency. */
export function countingTask(name: string, work: () => Promise<void> = async () => undefined, everySeconds = 1) {
  const counts = { runs: 0, running: 0, most: 0 };
  const run = async () => {
    counts.runs += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await work();
    counts.running -= 1;
  };
  return { counts, task: defineTask(name, everySeconds, run) };
}

/** A place to store a schedule. */
export interface SchedulePlace {
  readonly place: string;
  /** False on a machine without that server: the tests are skipped. */
  readonly isHere: boolean;
  /** Null: the test database itself. */
  readonly startServer: (() => Promise<TestServer>) | null;
}

export function describeSchedule({ place, isHere, startServer }: SchedulePlace): void {
  describe.skipIf(!isHere)(`recurring tasks scheduled in ${place}`, () => {
    let test: TestDatabase;
    let server: TestServer | null = null;
    beforeAll(async () => {
      test = await createTestDatabase();
      await test.database.query(createWaiting);
      if (startServer !== null) server = await startServer();
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
      await test.drop();
    });

    const options = () => ({
      database: test.database,
      databaseUrl: test.url,
      jobsUrl: server?.url ?? null,
      logger: silentLogger,
      pollMs: 50,
      lookMs: 20,
      restoreMs: 200,
    });
    const start = (...tasks: RecurringTask[]) => startSchedule({ ...options(), tasks, backlogs: [] });

    it('run again and again, in one process at a time', async () => {
      const { counts, task } = countingTask('test.count', () => new Promise((resolve) => setTimeout(resolve, 100)));
      const runners = await Promise.all([start(task), start(task)]);
      await expect.poll(() => counts.runs).toBeGreaterThan(2);
      await Promise.all(runners.map((runner) => runner.stop(5000)));
      expect(counts.most).toBe(1);
      expect(counts.running).toBe(0);
    });

    it('run once an interval, however many processes start and start again', async () => {
      const hourly = countingTask('test.hourly', undefined, 3600);
      for (let round = 1; round <= 2; round += 1) {
        const { counts, task } = countingTask('test.marker');
        const runners = await Promise.all([start(hourly.task, task), start(hourly.task, task)]);
        await expect.poll(() => hourly.counts.runs).toBe(1);
        // Due tasks have been polled since.
        await expect.poll(() => counts.runs).toBeGreaterThan(1);
        await Promise.all(runners.map((runner) => runner.stop(5000)));
      }
      expect(hourly.counts.runs).toBe(1);
    });

    it('run again after a failure', async () => {
      const { counts, task } = countingTask('test.fail', () => Promise.reject(new Error('no')));
      const runner = await start(task);
      await expect.poll(() => counts.runs).toBeGreaterThan(1);
      await runner.stop(5000);
    });

    it('are told to end, and are waited for', async () => {
      let ended = false;
      let started = false;
      const task = defineTask('test.wait', 1, (signal) => {
        started = true;
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = true;
            resolve(undefined);
          });
        });
      });
      const runner = await start(task);
      await expect.poll(() => started).toBe(true);
      await runner.stop(60_000);
      expect(ended).toBe(true);
    });

    it('look at the backlogs again and again, in one process after the other', async () => {
      const { counts, backlog } = countingBacklog(test, 'test.backlog');
      const create = () => startSchedule({ ...options(), tasks: [], backlogs: [backlog] });
      const first = await create();
      const second = await create();
      const drain = async () => {
        const { ended } = counts;
        await test.database.query('insert into waiting values ($1)', ['test.backlog']);
        await expect.poll(() => counts.ended).toBeGreaterThan(ended);
      };
      // More often than one run looks.
      for (let time = 0; time < 12; time += 1) await drain();
      await first.stop(5000);
      await drain();
      await second.stop(5000);
      const third = await create();
      await drain();
      await third.stop(5000);
    });

    it('are no longer run when a later release has them no more', async () => {
      const dropped = countingTask('test.dropped');
      await (await start(dropped.task)).stop(5000);
      const runs = dropped.counts.runs;
      await (await start(countingTask('test.kept').task)).stop(5000);
      const again = await start(dropped.task);
      await expect.poll(() => dropped.counts.runs).toBeGreaterThan(runs);
      await again.stop(5000);
    });
  });
}
