import type { Database } from '../database.ts';
import type { Transaction } from './transaction.ts';

/**
 * Repeats a batch of pending work, each time in a transaction of its own, so that a crash costs one batch.
 *
 * @param batch returns false when it finds nothing that no other worker has claimed, which ends the drain.
 * @param signal ends it before the next batch.
 * @returns the number of batches that found something.
 */
export async function drainBatches(
  database: Pick<Database, 'retrying'>,
  batch: (tx: Transaction) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let batches = 0;
  while (signal?.aborted !== true && (await database.retrying(batch))) batches += 1;
  return batches;
}
