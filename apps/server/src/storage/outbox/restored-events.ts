import type { Database } from '../database.ts';

/** No event of this server waits for a transaction that has not begun. */
const settle = `
  update outbox set settled_after = 0 where workspace_id in (
    select w.id from workspace w where exists (
      select from outbox o
      where o.workspace_id = w.id and o.settled_after >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    )
  )`;

/**
 * Makes events readable that came with a dump of another PostgreSQL server, whose transactions may have been numbered
 * higher: without it they, and what follows them, would wait until this server has got as far. All events of such a
 * workspace are then ordered by their ids. Asks one index for each workspace when there is nothing to do.
 *
 * @returns how many events there were.
 */
export async function settleRestoredEvents(database: Database): Promise<number> {
  return (await database.query(settle)).rowCount ?? 0;
}
