import { allScopes } from '@product-content/contract';
import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingHandler, createTally } from '#testing/jobs/counting-handler.ts';
import { describeDispatch } from '#testing/jobs/describe-dispatch.ts';
import { createWorkerFixture, type WorkerFixture } from '#testing/jobs/worker-fixture.ts';

describeDispatch({ place: 'PostgreSQL', isHere: true, startServer: null });
describeDispatch({ place: 'Redis', isHere: hasRedis, startServer: startRedis });

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.query(createTally);
});
afterAll(() => test.drop());

const scopes = new Set<string>(allScopes);
const create = (url = test.url) =>
  createWorkerFixture({ database: test.database, url }, [countingHandler(test.database)]);

async function runOne({ jobs, createContext }: WorkerFixture, count = 1): Promise<void> {
  const ctx = await createContext();
  for (let number = 0; number < count; number += 1) {
    const { jobId } = await jobs.accept(ctx, { type: 'import', input: { batches: 1 } });
    await expect.poll(async () => (await jobs.get(ctx, jobId, scopes)).status).toBe('completed');
  }
}

it('a job is run after the listening connection was closed', async () => {
  const fixture = create();
  const worker = await fixture.startWorker({ pollMs: 600_000 });
  onTestFinished(() => worker.stop(5000));
  await runOne(fixture);
  const end = "select pg_terminate_backend(pid) as ended from pg_stat_activity where query ilike 'listen%jobs%'";
  const { rows } = await test.database.query<{ ended: boolean }>(`${end} and datname = current_database()`);
  expect(rows).toEqual([{ ended: true }]);
  await runOne(fixture, 2);
});

it('a job is run by a worker that receives no notification', async () => {
  const fixture = create('postgres://nobody@127.0.0.1:9/none');
  const worker = await fixture.startWorker({ leaseMs: 600_000 });
  onTestFinished(() => worker.stop(5000));
  await runOne(fixture, 2);
});

it('a job and its ticket are accepted together or not at all, and no ticket is left of finished jobs', async () => {
  const fixture = create();
  const tickets = async () => (await test.database.query('select from agenda.agenda_jobs')).rowCount;
  await expect.poll(tickets).toBe(0);
  const ctx = await fixture.createContext();
  const request = test.database.transaction(async () => {
    await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 1 } });
    expect(await tickets()).toBe(1);
    throw new Error('no');
  });
  await expect(request).rejects.toThrow('no');
  expect(await tickets()).toBe(0);
  await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 1 } });
  expect(await tickets()).toBe(1);
  const worker = await fixture.startWorker();
  onTestFinished(() => worker.stop(5000));
  await expect.poll(tickets).toBe(0);
});
