import { type Database, eventRetentionMs } from '../../../storage/index.ts';
import { deleteOldDeliveries } from '../webhook-delivery.sql.ts';
import { deleteOldCounts } from '../webhook-delivery-count.sql.ts';
import { selectCounted } from '../webhook-endpoint.sql.ts';

/** Later than any time: nothing of a removed endpoint is kept. */
const always = new Date('9999-12-31T00:00:00Z');

/**
 * Deletes deliveries older than the retention of events, and those of removed endpoints. Works in batches, so that no
 * statement holds locks for long.
 *
 * @returns how many were deleted.
 */
export async function sweepDeliveries(
  database: Database,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let total = 0;
  for (const { workspaceId, id: endpointId, removed } of await database.run(selectCounted, {})) {
    const before = removed ? always : new Date(now.getTime() - eventRetentionMs);
    const old = { workspaceId, endpointId, before };
    let deleted = batchSize;
    while (deleted === batchSize && signal?.aborted !== true) {
      const [swept] = await database.run(deleteOldDeliveries, { ...old, batchSize });
      deleted = swept?.deliveries ?? 0;
      total += deleted;
    }
    if (deleted < batchSize) await database.run(deleteOldCounts, old);
  }
  return total;
}
