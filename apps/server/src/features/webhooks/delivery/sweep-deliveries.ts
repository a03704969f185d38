import { type Database, eventRetentionMs } from '../../../storage/index.ts';

const endpoints = 'select workspace_id as "workspaceId", id from webhook_endpoint';

const sweep = `
  delete from webhook_delivery d using (
    select id from webhook_delivery
    where workspace_id = $1 and endpoint_id = $2 and created_at < $3 order by created_at limit $4
  ) old
  where d.workspace_id = $1 and d.id = old.id`;

/**
 * Deletes deliveries that are older than the events are kept. In batches, so that no statement holds locks for long.
 *
 * @returns how many there were.
 */
export async function sweepDeliveries(
  database: Database,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const bound = new Date(now.getTime() - eventRetentionMs);
  const { rows } = await database.query<{ workspaceId: string; id: string }>(endpoints);
  let total = 0;
  for (const { workspaceId, id } of rows) {
    for (let deleted = batchSize; deleted === batchSize && signal?.aborted !== true; total += deleted) {
      const values = [workspaceId, id, bound, batchSize];
      deleted = (await database.query(sweep, values, 'webhooks.sweep')).rowCount ?? 0;
    }
  }
  return total;
}
