import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { defineJob, type JobDefinition, startJobs } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const start = (...jobs: JobDefinition[]) => startJobs({ url: test.url, jobs, logger: silentLogger, pollMs: 50 });

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

describe('jobs', () => {
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

  it('leave one row each, and none of jobs that are no more', async () => {
    const runner = await start(countingJob('test.last').job);
    await runner.stop(5000);
    const { rows } = await test.database.query('select name from agenda.agenda_jobs');
    expect(rows).toEqual([{ name: 'test.last' }]);
  });
});

describe('defineJob', () => {
  it('refuses what cannot work', () => {
    const run = async () => undefined;
    expect(() => defineJob({ name: 'sweep', everySeconds: 1, run })).toThrow('named "noun.verb"');
    expect(() => defineJob({ name: 'a.b', everySeconds: 0, run })).toThrow('every second at most');
  });
});
