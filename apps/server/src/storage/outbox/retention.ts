import { v7 } from 'uuid';
import type { Database } from '../database.ts';

/** How long events are kept for `GET /events`, and versions of a deleted product for its last events. */
export const eventRetentionMs = 30 * 24 * 60 * 60_000;

const sweep = `
  with expired as (
    select id from outbox where workspace_id = $1 and id < $2 order by id limit $3
  ), gone as (
    delete from outbox o using expired e where o.workspace_id = $1 and o.id = e.id
    returning o.type, o.subject_id
  ), versions as (
    delete from product_version v using gone g
    where g.type = 'product.deleted' and v.workspace_id = $1 and v.product_id = g.subject_id
  )
  select count(*) as events from gone`;

/**
 * Deletes events that are older than {@link eventRetentionMs}, and with a product's deletion its versions. In
 * batches, so that no statement holds locks for long.
 *
 * @returns how many events there were.
 */
export async function sweepOutbox(
  database: Database,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const bound = firstIdAt(now.getTime() - eventRetentionMs);
  const workspaces = await database.query<{ id: string }>('select id from workspace');
  let total = 0;
  for (const { id } of workspaces.rows) {
    for (let events = batchSize; events === batchSize && signal?.aborted !== true; total += events) {
      const { rows } = await database.query<{ events: number }>(sweep, [id, bound, batchSize], 'outbox.sweep');
      events = rows[0]?.events ?? 0;
    }
  }
  return total;
}

/** The smallest UUIDv7 of a millisecond: ids sort by the time they were made. */
function firstIdAt(milliseconds: number): string {
  return v7({ msecs: milliseconds, seq: 0, random: new Uint8Array(16) });
}
