import { setTimeout as delay } from 'node:timers/promises';
import type { JobHandler, JobRun } from '../../src/features/jobs/job-handler.ts';
import type { Database } from '../../src/storage/index.ts';

/** The input of a counting job. */
export interface CountingInput {
  readonly batches: number;
  /** Before each batch. */
  readonly pauseMs?: number;
  /** Within each batch, after its row was written and locks were taken. */
  readonly holdMs?: number;
}

/**
 * Each batch inserts a row into `tally` (job, batch), which has no unique constraint, so that a repeated batch is
 * visible.
 */
export const createTally = 'create table tally (job uuid not null, batch integer not null)';

/** A handler that counts its batches, replacing the app's own. */
export function countingHandler(database: Database, overrides: Partial<JobHandler<CountingInput>> = {}): JobHandler {
  const handler: JobHandler<CountingInput> = {
    type: 'import',
    async run(run: JobRun<CountingInput>) {
      const { batches, pauseMs = 0, holdMs = 0 } = run.input;
      for (let batch = toDone(run.checkpoint); batch < batches; batch += 1) {
        await delay(pauseMs, undefined, { signal: run.signal });
        const step = { checkpoint: { done: batch + 1 }, progress: { processed: batch + 1, total: batches } };
        await run.commit(step, async () => {
          await database.query('select from job where id = $1 for no key update', [run.id]);
          await database.query('insert into tally values ($1, $2)', [run.id, batch]);
          if (holdMs > 0) await delay(holdMs);
        });
      }
      return { batches };
    },
    summarize: (checkpoint) => ({ batches: toDone(checkpoint) }),
    ...overrides,
  };
  return handler as JobHandler;
}

/** The committed batches of a job. */
export async function readTally(database: Database, job: string): Promise<number[]> {
  const text = 'select batch from tally where job = $1 order by batch';
  return (await database.query<{ batch: number }>(text, [job])).rows.map(({ batch }) => batch);
}

function toDone(checkpoint: unknown): number {
  return (checkpoint as { done: number } | null)?.done ?? 0;
}
