import { allScopes } from '@product-content/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingHandler } from '#testing/jobs/counting-handler.ts';
import { createWorkerFixture, type WorkerFixture } from '#testing/jobs/worker-fixture.ts';
import { decodeId, type RequestContext, systemIds } from '../../../kernel/index.ts';
import { type ClaimedJob, claimJob, releaseJob, writeEnd, writeStep } from './leases.ts';

let test: TestDatabase;
let fixture: WorkerFixture;
beforeAll(async () => {
  test = await createTestDatabase();
  fixture = createWorkerFixture(test, [countingHandler(test.database)]);
});
afterAll(() => test.drop());

const scopes = new Set<string>(allScopes);
const final = ['completed', 'failed', 'canceled'];

/** The expected state of a job after some moves of two workers, its owner and the clock. */
interface Model {
  status: string;
  /** The worker that may write. */
  holder: 0 | 1 | null;
  batches: number;
}

const worker = fc.constantFrom<0 | 1>(0, 1);
const move = fc.oneof(
  fc.record({ move: fc.constant('claim' as const), worker }),
  fc.record({ move: fc.constant('commit' as const), worker }),
  fc.record({ move: fc.constant('release' as const), worker }),
  fc.record({ move: fc.constantFrom('complete' as const, 'fail' as const), worker }),
  fc.record({ move: fc.constantFrom('lapse' as const, 'cancel' as const), worker: fc.constant<0>(0) }),
);

it('a job goes from queued to running to one end, and only its holder writes it, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
      const ctx = await fixture.createContext();
      const { jobId } = await fixture.jobs.accept(ctx, { type: 'import', input: null });
      const id = decodeId('job', jobId) as string;
      const claims: (ClaimedJob | null)[] = [null, null];
      const model: Model = { status: 'queued', holder: null, batches: 0 };
      try {
        for (const { move, worker } of moves) await play(move, worker, { ctx, id, jobId, claims, model });
        const shown = await fixture.jobs.get(ctx, jobId, scopes);
        expect(shown).toMatchObject({ status: model.status, progress: { processed: model.batches } });
      } finally {
        await test.database.query('delete from job where id = $1', [id]);
      }
    }),
    { numRuns: 60 },
  );
});

interface Scene {
  readonly ctx: RequestContext;
  readonly id: string;
  readonly jobId: string;
  readonly claims: (ClaimedJob | null)[];
  readonly model: Model;
}

async function play(name: string, worker: 0 | 1, { ctx, id, jobId, claims, model }: Scene): Promise<void> {
  const { database } = test;
  const isOver = final.includes(model.status);
  const claim = claims[worker] ?? null;
  const holds = model.holder === worker && claim !== null;
  if (name === 'claim') {
    const request = { jobId: id, lease: systemIds.next(), leaseMs: 60_000, at: new Date() };
    const taken = await claimJob(fixture.dispatcher, request);
    expect(taken !== null).toBe(!isOver && model.holder === null);
    if (taken === null) return;
    claims[worker] = taken;
    Object.assign(model, { status: 'running', holder: worker });
  } else if (name === 'lapse') {
    const lapse = "update job set due_at = now() - interval '1 second' where id = $1 and lease is not null";
    await database.query(lapse, [id]);
    // The worker does not know; it still holds the job until another one comes.
    if (model.holder !== null) {
      const other = model.holder === 0 ? 1 : 0;
      await retake(other, { ctx, id, jobId, claims, model });
    }
  } else if (name === 'cancel') {
    const outcome = await fixture.jobs.cancel(ctx, jobId).catch((error: { code: string }) => error.code);
    const isClosed = model.status === 'completed' || model.status === 'failed';
    expect(outcome === 'conflict').toBe(isClosed);
    if (!isClosed) Object.assign(model, { status: 'canceled', holder: null });
  } else if (claim !== null) {
    await write(name, claim, holds, model);
  }
}

async function retake(other: 0 | 1, scene: Scene): Promise<void> {
  scene.model.holder = null;
  await play('claim', other, scene);
}

async function write(name: string, claim: ClaimedJob, holds: boolean, model: Model): Promise<void> {
  const { database } = test;
  if (name === 'release') {
    await releaseJob(fixture.dispatcher, claim.lease);
    if (holds) model.holder = null;
    return;
  }
  const progress = { processed: model.batches + (name === 'commit' ? 1 : 0), total: null };
  const wrote = await database.transaction((tx) => {
    if (name === 'commit') return writeStep(tx, claim, { checkpoint: {}, progress }, 60_000);
    const status = name === 'complete' ? 'completed' : 'failed';
    const times = { finishedAt: new Date(), expiresAt: new Date() };
    return writeEnd(tx, claim, { status, result: {}, progress, ...times });
  });
  expect(wrote).toBe(holds);
  if (!wrote) return;
  if (name === 'commit') model.batches += 1;
  else Object.assign(model, { status: name === 'complete' ? 'completed' : 'failed', holder: null });
}
