import { type Database, eventRetentionMs } from '../../../storage/index.ts';
import { deliveriesOf } from '../deliveries-of.ts';
import { countGone } from '../delivery-counts.ts';

/** Endpoints with deliveries, and whether they are still there. */
const endpoints = `
  select c.workspace_id as "workspaceId", c.endpoint_id as id, e.id is null as removed
  from (select distinct workspace_id, endpoint_id from webhook_delivery_count) c
  left join webhook_endpoint e on e.workspace_id = c.workspace_id and e.id = c.endpoint_id`;

const sweep = `
  with gone as (
    delete from webhook_delivery d using (
      select id from (${deliveriesOf('id, created_at', 'and created_at < $3 order by created_at limit $4')}) old
      order by created_at limit $4
    ) old
    where d.workspace_id = $1 and d.id = old.id
    returning d.workspace_id, d.endpoint_id, d.created_at, d.status, d.attempt
  ), counted as (${countGone})
  select count(*) as deliveries from gone`;

const sweepCounts = `
  delete from webhook_delivery_count
  where workspace_id = $1 and endpoint_id = $2 and hour < $3::timestamptz - interval '1 hour'`;

interface SweptEndpoint {
  readonly workspaceId: string;
  readonly id: string;
  readonly removed: boolean;
}

/**
 * Deletes deliveries that are older than the events are kept, and those of removed endpoints. In batches, so that no
 * statement holds locks for long.
 *
 * @returns how many there were.
 */
export async function sweepDeliveries(
  database: Database,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { rows } = await database.query<SweptEndpoint>(endpoints);
  let total = 0;
  for (const { workspaceId, id, removed } of rows) {
    const bound = removed ? 'infinity' : new Date(now.getTime() - eventRetentionMs);
    let deleted = batchSize;
    while (deleted === batchSize && signal?.aborted !== true) {
      const swept = await database.query<{ deliveries: number }>(
        sweep,
        [workspaceId, id, bound, batchSize],
        'webhooks.sweep',
      );
      deleted = swept.rows[0]?.deliveries ?? 0;
      total += deleted;
    }
    if (deleted < batchSize) await database.query(sweepCounts, [workspaceId, id, bound], 'webhooks.sweep-counts');
  }
  return total;
}
