import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { allScopes, type Job } from '@product-content/contract';
import type { TestServer } from '@product-content/test-support/servers/server-process';
import { Agenda } from 'agenda';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JobHandler, JobRun } from '../../src/features/jobs/job-handler.ts';
import { openBackend } from '../../src/jobs/backends/open-backend.ts';
import { queueNames } from '../../src/jobs/work-queue.ts';
import type { RequestContext } from '../../src/kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../index.ts';
import { countingHandler, createTally } from './counting-handler.ts';
import type { SchedulePlace } from './describe-schedule.ts';
import { createWorkerFixture, type WorkerFixture } from './worker-fixture.ts';

const dyingProducer = fileURLToPath(new URL('./dying-producer.ts', import.meta.url));
const scopes = new Set<string>(allScopes);
/** Milliseconds: so long that no test waits for it. */
const never = 600_000;

export function describeDispatch({ place, isHere, startServer }: SchedulePlace): void {
  describe.skipIf(!isHere)(`jobs dispatched by ${place}`, () => {
    let test: TestDatabase;
    let server: TestServer | null = null;
    beforeAll(async () => {
      test = await createTestDatabase();
      await test.database.query(createTally);
      if (startServer !== null) server = await startServer();
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
      await test.drop();
    });

    function create(handlers: readonly JobHandler[] = [countingHandler(test.database)]): WorkerFixture {
      const fixture = createWorkerFixture(test, handlers, server?.url ?? null);
      onTestFinished(() => fixture.close());
      return fixture;
    }

    async function startWorker(fixture: WorkerFixture, options: Parameters<WorkerFixture['startWorker']>[0] = {}) {
      const worker = await fixture.startWorker(options);
      onTestFinished(() => worker.stop(5000));
    }

    const accept = ({ jobs }: WorkerFixture, ctx: RequestContext) =>
      jobs.accept(ctx, { type: 'import', input: { batches: 1 } });

    /** Removes all tickets, until this many are gone. */
    async function loseTickets(count = 0): Promise<void> {
      const { backend, close } = await openBackend({ url: server?.url ?? test.url, onError: () => undefined });
      const agenda = new Agenda({ backend });
      let lost = 0;
      const lose = async () => {
        lost += await agenda.cancel({ names: [...queueNames] });
        return lost;
      };
      await expect.poll(lose).toBeGreaterThanOrEqual(count);
      await close();
    }

    async function expectCompleted({ jobs }: WorkerFixture, ctx: RequestContext, accepted: readonly Job[]) {
      for (const { jobId } of accepted) {
        await expect.poll(async () => (await jobs.get(ctx, jobId, scopes)).status, { interval: 10 }).toBe('completed');
      }
    }

    it('are run when they are accepted, without polling, and when capacity is free again', async () => {
      const fixture = create();
      await startWorker(fixture, { capacity: 1, pollMs: never, leaseMs: never });
      const contexts = await Promise.all(Array.from({ length: 3 }, () => fixture.createContext()));
      const accepted = await Promise.all(
        contexts.flatMap((ctx) => Array.from({ length: 4 }, async () => ({ ctx, job: await accept(fixture, ctx) }))),
      );
      for (const { ctx, job } of accepted) await expectCompleted(fixture, ctx, [job]);
    });

    it('are run when their tickets were lost', async () => {
      const fixture = create();
      const ctx = await fixture.createContext();
      await loseTickets();
      const accepted = [await accept(fixture, ctx), await accept(fixture, ctx)];
      await loseTickets(2);
      await startWorker(fixture);
      await expectCompleted(fixture, ctx, accepted);
    });

    it('are tried again after an unexpected error when their time has come, without polling', async () => {
      let runs = 0;
      const run = async (_: JobRun) => {
        runs += 1;
        if (runs < 3) throw new Error('not yet');
        return {};
      };
      const fixture = create([{ type: 'export', run }]);
      await startWorker(fixture, { pollMs: never, leaseMs: never });
      const ctx = await fixture.createContext();
      await expectCompleted(fixture, ctx, [await fixture.jobs.accept(ctx, { type: 'export', input: null })]);
      expect(runs).toBe(3);
    });

    it('are run by a worker that starts later than they were accepted', async () => {
      const fixture = create();
      const ctx = await fixture.createContext();
      const accepted = [await accept(fixture, ctx), await accept(fixture, ctx)];
      const late = create();
      await startWorker(late, { pollMs: 500, leaseMs: never });
      await expectCompleted(late, ctx, accepted);
    });

    // A ticket in PostgreSQL is committed with its job.
    if (startServer === null) return;
    it('are found when the process is killed between commit and dispatch', async () => {
      const child = spawn(process.execPath, [dyingProducer, test.url, server?.url ?? ''], { stdio: 'inherit' });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
      const unfinished = async () => (await test.database.query('select from job where finished_at is null')).rowCount;
      expect(await unfinished()).toBe(1);
      await startWorker(create());
      await expect.poll(unfinished).toBe(0);
    });
  });
}
