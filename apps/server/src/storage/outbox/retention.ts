import { eventRetentionDays } from '@product-content/contract';
import { v7 } from 'uuid';
import type { Database } from '../database.ts';
import { selectWorkspaces } from './outbox.sql.ts';

/** Milliseconds for which events are kept for `GET /events`, and versions of a deleted product for its last events. */
export const eventRetentionMs = eventRetentionDays * 24 * 60 * 60_000;

/**
 * Deletes events older than {@link eventRetentionMs}, and what features keep for them. Works in batches, so that no
 * statement holds locks for long.
 *
 * @returns the number of deleted events.
 */
export async function sweepOutbox(
  database: Database,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const bound = firstIdAt(now.getTime() - eventRetentionMs);
  const workspaces = await database.run(selectWorkspaces, {});
  let total = 0;
  for (const { id } of workspaces) {
    for (let events = batchSize; events === batchSize && signal?.aborted !== true; total += events) {
      const [swept] = await database.run(database.outbox.sweep, { workspaceId: id, bound, batchSize });
      events = swept?.events ?? 0;
    }
  }
  return total;
}

/** The smallest UUIDv7 of a millisecond: ids sort by creation time. */
function firstIdAt(milliseconds: number): string {
  return v7({ msecs: milliseconds, seq: 0, random: new Uint8Array(16) });
}
