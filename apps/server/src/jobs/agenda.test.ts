import { hasMongo, startMongo } from '@product-content/test-support/servers/mongo-server';
import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import type { TestServer } from '@product-content/test-support/servers/server-process';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError, silentLogger } from '../kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { defineJob, type JobDefinition, startJobs } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** A job that counts its runs, and the most that ran at once. */
function countingJob(name: string, work: () => Promise<void> = async () => undefined) {
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

/** Where a schedule can be kept. A server this machine does not have is skipped for all to see. */
const places = [
  { place: 'PostgreSQL', isHere: true, startServer: null },
  { place: 'Redis', isHere: hasRedis, startServer: startRedis },
  { place: 'MongoDB', isHere: hasMongo, startServer: startMongo },
];

for (const { place, isHere, startServer } of places) {
  describe.skipIf(!isHere)(`jobs scheduled in ${place}`, () => {
    let server: TestServer | null = null;
    beforeAll(async () => {
      if (startServer !== null) server = await startServer();
    }, 120_000);
    afterAll(() => server?.stop());

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
      await expect.poll(() => counts.runs, { timeout: 15_000 }).toBeGreaterThan(2);
      await Promise.all(runners.map((runner) => runner.stop(5000)));
      expect(counts.most).toBe(1);
      expect(counts.running).toBe(0);
    });

    it('run again after a failure', async () => {
      const { counts, job } = countingJob('test.fail', () => Promise.reject(new Error('no')));
      const runner = await start(job);
      await expect.poll(() => counts.runs, { timeout: 15_000 }).toBeGreaterThan(1);
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
      await expect.poll(() => started, { timeout: 15_000 }).toBe(true);
      await runner.stop(60_000);
      expect(ended).toBe(true);
    });

    it('are no longer run when a later release has them no more', async () => {
      const dropped = countingJob('test.dropped');
      await (await start(dropped.job)).stop(5000);
      const runs = dropped.counts.runs;
      await (await start(countingJob('test.kept').job)).stop(5000);
      const again = await start(dropped.job);
      await expect.poll(() => dropped.counts.runs, { timeout: 15_000 }).toBeGreaterThan(runs);
      await again.stop(5000);
    });
  });
}

it('leave one row each in PostgreSQL, and none of jobs that are no more', async () => {
  const { job } = countingJob('test.last');
  const runner = await startJobs({ databaseUrl: test.url, jobs: [job], logger: silentLogger });
  await runner.stop(5000);
  const { rows } = await test.database.query('select name from agenda.agenda_jobs');
  expect(rows).toEqual([{ name: 'test.last' }]);
});

it.skipIf(!hasRedis)('are scheduled again after the schedule was lost', async () => {
  const server = await startRedis();
  const { counts, job } = countingJob('test.mended');
  const options = { databaseUrl: test.url, jobsUrl: server.url, logger: silentLogger, pollMs: 50, mendMs: 100 };
  const runner = await startJobs({ ...options, jobs: [job] });
  await expect.poll(() => counts.runs, { timeout: 15_000 }).toBeGreaterThan(0);
  const redis = new Redis(server.url);
  await redis.flushall();
  redis.disconnect();
  const runs = counts.runs;
  await expect.poll(() => counts.runs, { timeout: 15_000 }).toBeGreaterThan(runs + 1);
  await runner.stop(5000);
  await server.stop();
});

it.each([
  ['postgres://nobody@127.0.0.1:9/none', 'PostgreSQL'],
  ['redis://:secret@127.0.0.1:9', 'Redis'],
  ['mongodb://nobody:secret@127.0.0.1:9/none', 'MongoDB'],
])('do not start without the server of %s, and name it without its password', async (jobsUrl, name) => {
  const starting = startJobs({ databaseUrl: test.url, jobsUrl, jobs: [], logger: silentLogger });
  const error = await starting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toContain(`JOBS_URL: the ${name} server cannot be reached`);
  expect((error as Error).message).not.toContain('secret');
});

describe.skip.each(places.filter(({ isHere }) => !isHere))('jobs scheduled in $place, which is not here', () => {
  it('run', () => undefined);
});

describe('defineJob', () => {
  it('refuses what cannot work', () => {
    const run = async () => undefined;
    expect(() => defineJob({ name: 'sweep', everySeconds: 1, run })).toThrow('named "noun.verb"');
    expect(() => defineJob({ name: 'a.b', everySeconds: 0, run })).toThrow('every second at most');
  });
});
