import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '@product-content/contract';
import { allScopes, limits } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingHandler, createTally, readTally } from '#testing/jobs/counting-handler.ts';
import { createWorkerFixture, type WorkerFixture } from '#testing/jobs/worker-fixture.ts';
import { ApiError, decodeId, type RequestContext } from '../../../kernel/index.ts';
import type { JobHandler, JobRun } from '../job-handler.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.query(createTally);
});
afterAll(() => test.drop());

const scopes = new Set<string>(allScopes);
const idOf = ({ jobId }: Job) => decodeId('job', jobId) as string;
const within = { interval: 10 };

/** A worker that runs these handlers until the test is over. */
async function start(handlers: readonly JobHandler[], options: Parameters<WorkerFixture['startWorker']>[0] = {}) {
  const fixture = createWorkerFixture(test, handlers);
  const worker = await fixture.startWorker(options);
  onTestFinished(() => worker.stop(5000));
  return { ...fixture, worker };
}

async function ended({ jobs }: Pick<WorkerFixture, 'jobs'>, ctx: RequestContext, { jobId }: Job): Promise<Job> {
  await expect.poll(async () => (await jobs.get(ctx, jobId, scopes)).finishedAt, within).not.toBeNull();
  return jobs.get(ctx, jobId, scopes);
}

async function eventsOf(job: Job): Promise<unknown[]> {
  const text = 'select type, payload from outbox where subject_id = $1';
  return (await test.database.query(text, [idOf(job)])).rows;
}

/** A promise with its resolve function. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

describe('a job', () => {
  it('runs, shows its result, and causes an event', async () => {
    const fixture = await start([countingHandler(test.database)]);
    const ctx = await fixture.createContext();
    const accepted = await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 3 } });
    expect(accepted).toMatchObject({ status: 'queued', startedAt: null, progress: { processed: 0, percent: 0 } });
    const job = await ended(fixture, ctx, accepted);
    expect(job).toMatchObject({
      status: 'completed',
      progress: { processed: 3, total: 3, percent: 100 },
      result: { batches: 3 },
    });
    expect(Date.parse(job.expiresAt ?? '') - Date.parse(job.finishedAt ?? '')).toBe(7 * 24 * 60 * 60_000);
    expect(await readTally(test.database, idOf(job))).toEqual([0, 1, 2]);
    const { jobId, type, status, result } = job;
    expect(await eventsOf(job)).toEqual([{ type: 'import.completed', payload: { jobId, type, status, result } }]);
  });

  it('that is accepted in a transaction that rolls back does not exist', async () => {
    const fixture = await start([countingHandler(test.database)]);
    const ctx = await fixture.createContext();
    let jobId = '';
    const request = test.database.transaction(async () => {
      ({ jobId } = await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 1 } }));
      throw new Error('no');
    });
    await expect(request).rejects.toThrow('no');
    await expect(fixture.jobs.get(ctx, jobId, scopes)).rejects.toThrow('The job does not exist.');
  });

  it('knows the workspace, who started it, and the kind of its changes', async () => {
    let seen: RequestContext | undefined;
    const run = async ({ context }: JobRun) => {
      seen = context;
      return {};
    };
    const fixture = await start([{ type: 'import', run }]);
    const ctx = await fixture.createContext();
    await ended(fixture, ctx, await fixture.jobs.accept(ctx, { type: 'import', input: null }));
    const { workspace, actor, requestId } = ctx;
    expect(seen).toEqual({ workspace, actor, requestId, source: 'import' });
  });

  it('keeps all its errors in the order they were found, and shows the first 100', async () => {
    const error = (row: number) => ({
      row,
      column: 'Price',
      sku: `P-${row}`,
      field: 'price',
      code: 'validation_failed',
      message: row === 1 ? `a\0b\ud800${'x'.repeat(10_000)}` : `Row ${row}`,
      value: row === 1 ? 'y'.repeat(10_000) : null,
    });
    const run = async ({ commit }: JobRun) => {
      for (const start of [1, 61, 121]) {
        const errors = Array.from({ length: 60 }, (_, index) => error(start + index));
        const progress = { processed: start + 59, total: null };
        await commit({ checkpoint: start, progress, errors }, async () => undefined);
      }
      return {};
    };
    const fixture = await start([{ type: 'import', run: (held) => run({ ...held, commit: held.commit.bind(held) }) }]);
    const ctx = await fixture.createContext();
    const job = await ended(fixture, ctx, await fixture.jobs.accept(ctx, { type: 'import', input: null }));
    expect(job.errorCount).toBe(180);
    expect(job.errors).toHaveLength(100);
    expect(job.errors.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(job.errors[1]).toEqual(error(2));
    expect(job.errors[0]?.message).toBe(`a\u{FFFD}b\u{FFFD}${'x'.repeat(495)}…`);
    expect(job.errors[0]?.value).toBe(`${'y'.repeat(99)}…`);
  });

  it('stores as many errors as allowed, and counts the others', async () => {
    const errors = Array.from({ length: limits.jobErrors + 5 }, (_, index) => ({
      ...{ row: index + 1, column: null, sku: null, field: null, code: 'validation_failed', message: 'x', value: null },
    }));
    const run = async (held: JobRun) => {
      await held.commit({ checkpoint: 1, progress: { processed: 1, total: 1 }, errors }, async () => undefined);
      return {};
    };
    const fixture = await start([{ type: 'import', run }]);
    const ctx = await fixture.createContext();
    const job = await ended(fixture, ctx, await fixture.jobs.accept(ctx, { type: 'import', input: null }));
    expect(job.errorCount).toBe(limits.jobErrors + 5);
    const { data, pagination } = await fixture.jobs.errors(ctx, job.jobId, { page: 1000, limit: 100 }, scopes);
    expect([data.length, data.at(-1)?.row, pagination.total]).toEqual([100, limits.jobErrors, limits.jobErrors]);
    expect((await fixture.jobs.errors(ctx, job.jobId, { page: 1001, limit: 100 }, scopes)).data).toEqual([]);
  });

  it('fails with the code and message of an expected error, and reports what was done before', async () => {
    const run = async (held: JobRun) => {
      await held.commit({ checkpoint: { done: 2 }, progress: { processed: 2, total: 9 } }, async () => undefined);
      throw new ApiError('validation_failed', 'There is no header.', { details: { line: 1 } });
    };
    const fixture = await start([countingHandler(test.database, { run })]);
    const ctx = await fixture.createContext();
    const job = await ended(fixture, ctx, await fixture.jobs.accept(ctx, { type: 'import', input: null }));
    const error = { code: 'validation_failed', message: 'There is no header.', details: { line: 1 } };
    expect(job).toMatchObject({ status: 'failed', result: { batches: 2, error }, progress: { percent: 22 } });
    const { details: _, ...publicError } = error;
    const payload = { jobId: job.jobId, type: 'import', status: 'failed', result: { error: publicError } };
    expect(await eventsOf(job)).toEqual([{ type: 'job.failed', payload }]);
  });

  it('is retried after an unexpected error, three times at one point, without showing details', async () => {
    let runs = 0;
    const run = async (held: JobRun) => {
      runs += 1;
      if (runs === 2)
        await held.commit({ checkpoint: {}, progress: { processed: 1, total: 9 } }, async () => undefined);
      throw new Error('password');
    };
    const fixture = await start([{ type: 'export', run }]);
    const ctx = await fixture.createContext();
    const job = await ended(fixture, ctx, await fixture.jobs.accept(ctx, { type: 'export', input: null }));
    expect(runs).toBe(4);
    expect(job).toMatchObject({ status: 'failed', result: { error: { code: 'internal_error' } } });
    expect(JSON.stringify(job)).not.toContain('password');
  });

  it('shows its progress without a batch', async () => {
    const opened = gate();
    const run = async (held: JobRun) => {
      held.progress({ processed: 30, total: 40 });
      held.progress({ processed: 20, total: 40 });
      await opened.promise;
      return {};
    };
    const fixture = await start([{ type: 'export', run }]);
    const ctx = await fixture.createContext();
    const accepted = await fixture.jobs.accept(ctx, { type: 'export', input: null });
    const shown = async () => (await fixture.jobs.get(ctx, accepted.jobId, scopes)).progress;
    await expect.poll(shown, within).toEqual({ processed: 20, total: 40, percent: 50 });
    opened.open();
    expect((await ended(fixture, ctx, accepted)).progress).toEqual({ processed: 20, total: 40, percent: 100 });
  });
});

describe('canceling', () => {
  it('ends a waiting job immediately, and it is never run', async () => {
    const fixture = createWorkerFixture(test, [countingHandler(test.database)]);
    const ctx = await fixture.createContext();
    const { jobId } = await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 1 } });
    const canceled = await fixture.jobs.cancel(ctx, jobId);
    expect(canceled).toMatchObject({ status: 'canceled', result: { batches: 0 }, startedAt: null });
    const worker = await fixture.startWorker();
    onTestFinished(() => worker.stop(5000));
    await ended(fixture, ctx, await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 1 } }));
    expect(await readTally(test.database, idOf(canceled))).toEqual([]);
    expect(await fixture.jobs.cancel(ctx, jobId)).toEqual(canceled);
  });

  it('stops a running job: what was committed stays and is reported, and nothing more is committed', async () => {
    const stopped = gate();
    const handler = countingHandler(test.database);
    const run = (held: JobRun) => handler.run(held).finally(stopped.open);
    const fixture = await start([{ ...handler, run }]);
    const ctx = await fixture.createContext();
    const accepted = await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 100_000, pauseMs: 5 } });
    await expect.poll(() => readTally(test.database, idOf(accepted)), within).toContain(3);
    const canceled = await fixture.jobs.cancel(ctx, accepted.jobId);
    expect(canceled.status).toBe('canceled');
    const committed = (await readTally(test.database, idOf(accepted))).length;
    expect(canceled.result).toEqual({ batches: committed });
    await stopped.promise;
    expect(await fixture.jobs.get(ctx, accepted.jobId, scopes)).toEqual(canceled);
    expect(await readTally(test.database, idOf(accepted))).toHaveLength(committed);
    expect(await eventsOf(canceled)).toEqual([]);
  });

  it('of many jobs that are just ending leaves each either completed or canceled, as its event says', async () => {
    const fixture = await start([countingHandler(test.database, { concurrency: 3 })]);
    const ctx = await fixture.createContext();
    const accepted = await Promise.all(
      Array.from({ length: 12 }, () => fixture.jobs.accept(ctx, { type: 'import', input: { batches: 2, pauseMs: 1 } })),
    );
    for (const { jobId } of accepted) {
      await delay(Math.random() * 15);
      await fixture.jobs.cancel(ctx, jobId).catch((error) => expect(error.code).toBe('conflict'));
    }
    for (const job of accepted) {
      const { status, result } = await ended(fixture, ctx, job);
      expect(result).toEqual({ batches: (await readTally(test.database, idOf(job))).length });
      expect(await eventsOf(job)).toHaveLength(status === 'completed' ? 1 : 0);
    }
  });
});

describe('workers', () => {
  it('of several processes run each job once', async () => {
    const fixture = await start([countingHandler(test.database)]);
    const second = await fixture.startWorker();
    onTestFinished(() => second.stop(5000));
    const contexts = await Promise.all(Array.from({ length: 5 }, () => fixture.createContext()));
    const accepted = await Promise.all(
      contexts.flatMap((ctx) =>
        Array.from({ length: 4 }, async () => {
          return { ctx, job: await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 2 } }) };
        }),
      ),
    );
    for (const { ctx, job } of accepted) {
      expect((await ended(fixture, ctx, job)).status).toBe('completed');
      expect(await readTally(test.database, idOf(job))).toEqual([0, 1]);
    }
  });

  it('run the jobs of one type and workspace one after another, in the order they were accepted', async () => {
    const order: unknown[] = [];
    let running = 0;
    const run = async ({ input }: JobRun) => {
      running += 1;
      expect(running).toBe(1);
      order.push(input);
      await delay(5);
      running -= 1;
      return {};
    };
    const fixture = await start([{ type: 'import', run }]);
    const ctx = await fixture.createContext();
    const accepted: Job[] = [];
    for (let number = 0; number < 6; number += 1) {
      accepted.push(await fixture.jobs.accept(ctx, { type: 'import', input: number }));
    }
    for (const job of accepted) expect((await ended(fixture, ctx, job)).status).toBe('completed');
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('do not let a workspace with many jobs keep another one waiting', async () => {
    const opened = gate();
    const run = async () => {
      await opened.promise;
      return {};
    };
    const handlers: JobHandler[] = [
      { type: 'import', concurrency: 50, run },
      { type: 'export', run: async () => ({}) },
    ];
    const fixture = await start(handlers);
    const [busy, other] = [await fixture.createContext(), await fixture.createContext()];
    const imports = await Promise.all(
      Array.from({ length: 50 }, () => fixture.jobs.accept(busy, { type: 'import', input: null })),
    );
    const running = async () => {
      const { rows } = await test.database.query(`select from job where workspace_id = $1 and status = 'running'`, [
        busy.workspace.id,
      ]);
      return rows.length;
    };
    await expect.poll(running, within).toBe(3);
    const job = await ended(fixture, other, await fixture.jobs.accept(other, { type: 'export', input: null }));
    expect(job.status).toBe('completed');
    expect(await running()).toBe(3);
    opened.open();
    for (const each of imports) await ended(fixture, busy, each);
  });

  it('that stop release their jobs immediately, to be continued from their checkpoint', async () => {
    const fixture = createWorkerFixture(test, [countingHandler(test.database)]);
    const ctx = await fixture.createContext();
    const first = await fixture.startWorker({ leaseMs: 600_000 });
    const job = await fixture.jobs.accept(ctx, { type: 'import', input: { batches: 60, pauseMs: 5 } });
    await expect.poll(() => readTally(test.database, idOf(job)), within).toContain(3);
    await first.stop(5000);
    expect((await fixture.jobs.get(ctx, job.jobId, scopes)).status).toBe('running');
    const second = await fixture.startWorker();
    onTestFinished(() => second.stop(5000));
    expect((await ended(fixture, ctx, job)).status).toBe('completed');
    expect(await readTally(test.database, idOf(job))).toEqual(Array.from({ length: 60 }, (_, batch) => batch));
  });
});
