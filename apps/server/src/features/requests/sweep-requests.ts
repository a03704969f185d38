import type { Database } from '../../storage/index.ts';
import { deleteRequests, selectLoggedWorkspaces, selectSurplus } from './request-log.sql.ts';

export interface RequestRetention {
  /** Days after which entries are deleted. */
  readonly days: number;
  /** Maximum number of entries per workspace. */
  readonly rows: number;
}

const dayMs = 24 * 60 * 60_000;

/** Sorts after every id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Deletes entries that are too old, and the oldest of each workspace that has too many. Works in batches, so that no
 * statement holds locks for long.
 *
 * @returns how many were deleted.
 */
export async function sweepRequests(
  database: Database,
  { days, rows }: RequestRetention,
  now: Date,
  { batchSize = 5000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let total = 0;
  for (const { id: workspaceId } of await database.run(selectLoggedWorkspaces, {})) {
    const old = { createdAt: new Date(now.getTime() - days * dayMs), id: lastId };
    const [surplus] = await database.run(selectSurplus, { workspaceId, rows });
    const last = surplus !== undefined && surplus.createdAt > old.createdAt ? surplus : old;
    let deleted = batchSize;
    while (deleted === batchSize && signal?.aborted !== true) {
      const [swept] = await database.run(deleteRequests, { workspaceId, ...last, batchSize });
      deleted = swept?.requests ?? 0;
      total += deleted;
    }
  }
  return total;
}
