import { eventRetentionDays } from '@product-content/contract';
import { v7 } from 'uuid';
import type { Database } from '../database.ts';

/** How long events are kept for `GET /events`, and versions of a deleted product for its last events. */
export const eventRetentionMs = eventRetentionDays * 24 * 60 * 60_000;

/**
 * From the start of the order, so that nothing is missing between two events that are kept. The last one that is old
 * enough stays: it is the place behind which a reader that has seen everything goes on.
 */
const sweep = `
  with oldest as (
    select id, row_number() over feed as place, bool_and(id < $2) over feed as old from (
      select settled_after, id from outbox where workspace_id = $1 order by settled_after, id limit $3::int + 1
    ) first window feed as (order by settled_after, id)
  ), gone as (
    delete from outbox o using oldest e
    where o.workspace_id = $1 and o.id = e.id and e.place < (select max(place) from oldest where old)
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
