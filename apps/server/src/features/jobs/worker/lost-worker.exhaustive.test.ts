import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { allScopes, type Job } from '@product-content/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingHandler, createTally, readTally } from '#testing/jobs/counting-handler.ts';
import { createWorkerFixture, type WorkerFixture } from '#testing/jobs/worker-fixture.ts';
import { decodeId, type RequestContext } from '../../../kernel/index.ts';
import { maxFailures } from '../job-handler.ts';

const leaseMs = 1000;
const workerProcess = fileURLToPath(new URL('../../../../testing/jobs/worker-process.ts', import.meta.url));
const scopes = new Set<string>(allScopes);

let test: TestDatabase;
let fixture: WorkerFixture;
let ctx: RequestContext;
const children: ChildProcess[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.query(createTally);
  fixture = createWorkerFixture(test, [countingHandler(test.database)]);
});
beforeEach(async () => {
  ctx = await fixture.createContext();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => test.drop());

async function spawnWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [workerProcess, test.url, String(leaseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

const accept = (batches: number) => fixture.jobs.accept(ctx, { type: 'import', input: { batches, pauseMs: 5 } });
const show = ({ jobId }: Job) => fixture.jobs.get(ctx, jobId, scopes);
const tallyOf = ({ jobId }: Job) => readTally(test.database, decodeId('job', jobId) as string);
const all = (batches: number) => Array.from({ length: batches }, (_, batch) => batch);

it('a job whose worker is killed continues elsewhere, and no batch is applied twice', async () => {
  const job = await accept(300);
  const first = await spawnWorker();
  await expect.poll(() => tallyOf(job)).toContain(20);
  const second = await spawnWorker();
  first.kill('SIGKILL');
  await expect.poll(async () => (await show(job)).status).toBe('completed');
  second.kill('SIGKILL');
  expect(await tallyOf(job)).toEqual(all(300));
});

it('a worker that resumes late commits nothing more of a job that another worker has taken', async () => {
  const job = await accept(400);
  const paused = await spawnWorker();
  await expect.poll(() => tallyOf(job)).toContain(20);
  paused.kill('SIGSTOP');
  await spawnWorker();
  const before = (await tallyOf(job)).length;
  await expect.poll(async () => (await tallyOf(job)).length).toBeGreaterThan(before + 5);
  paused.kill('SIGCONT');
  await expect.poll(async () => (await show(job)).status).toBe('completed');
  expect(await tallyOf(job)).toEqual(all(400));
});

it('a worker that is paused within a batch does not keep its job forever', async () => {
  const input = { batches: 12, holdMs: 100 };
  const job = await fixture.jobs.accept(ctx, { type: 'import', input });
  const paused = await spawnWorker();
  await expect.poll(() => tallyOf(job)).toContain(2);
  const inBatch = "select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()";
  // Stopped while it holds the row of its job.
  for (let held = false; !held; ) {
    paused.kill('SIGSTOP');
    held = ((await test.database.query(inBatch)).rowCount ?? 0) > 0;
    if (!held) paused.kill('SIGCONT');
  }
  await spawnWorker();
  await expect.poll(async () => (await show(job)).status).toBe('completed');
  paused.kill('SIGCONT');
  expect(await tallyOf(job)).toEqual(all(12));
});

it('a worker that is stopped passes its job to another one without waiting for its lease', async () => {
  const job = await accept(200);
  const first = await spawnWorker();
  await expect.poll(() => tallyOf(job)).toContain(10);
  first.kill('SIGTERM');
  expect(await once(first, 'exit')).toEqual([0, null]);
  const held = await test.database.query('select from job where lease is not null');
  expect(held.rowCount).toBe(0);
  await spawnWorker();
  await expect.poll(async () => (await show(job)).status).toBe('completed');
  expect(await tallyOf(job)).toEqual(all(200));
});

it(`a job that kills ${maxFailures} workers at one point fails`, async () => {
  const job = await accept(1);
  await test.database.query(`update job set losses = ${maxFailures} where id = $1`, [decodeId('job', job.jobId)]);
  await spawnWorker();
  await expect.poll(async () => (await show(job)).status).toBe('failed');
  expect((await show(job)).result).toMatchObject({ error: { code: 'internal_error' } });
  expect(await tallyOf(job)).toEqual([]);
});
