import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingJob, describeSchedule } from '#testing/jobs/describe-schedule.ts';
import { StartError, silentLogger } from '../kernel/index.ts';
import { defineJob, startJobs } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describeSchedule({ place: 'PostgreSQL', isHere: true, startServer: null });
describeSchedule({ place: 'Redis', isHere: hasRedis, startServer: startRedis });

it('leave one row each in PostgreSQL, and none of jobs that are no more', async () => {
  for (const name of ['test.first', 'test.last']) {
    const runner = await startJobs({ databaseUrl: test.url, jobs: [countingJob(name).job], logger: silentLogger });
    await runner.stop(5000);
  }
  const { rows } = await test.database.query('select name from agenda.agenda_jobs');
  expect(rows).toEqual([{ name: 'test.last' }]);
});

it.skipIf(!hasRedis)('are scheduled again after the schedule was lost', async () => {
  const server = await startRedis();
  const { counts, job } = countingJob('test.mended');
  const options = { databaseUrl: test.url, jobsUrl: server.url, logger: silentLogger, pollMs: 50, mendMs: 100 };
  const runner = await startJobs({ ...options, jobs: [job] });
  await expect.poll(() => counts.runs).toBeGreaterThan(0);
  const redis = new Redis(server.url);
  await redis.flushall();
  redis.disconnect();
  const runs = counts.runs;
  await expect.poll(() => counts.runs).toBeGreaterThan(runs + 1);
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

describe('defineJob', () => {
  it('refuses what cannot work', () => {
    const run = async () => undefined;
    expect(() => defineJob({ name: 'sweep', everySeconds: 1, run })).toThrow('named "noun.verb"');
    expect(() => defineJob({ name: 'a.b', everySeconds: 0, run })).toThrow('every second at most');
  });
});
