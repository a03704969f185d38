import type { Database } from '../database.ts';

/** No event of this server waits for a transaction that has not begun, nor does what follows events. */
const settle = `
  with ahead as materialized (
    select w.id from workspace w, (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as next (transaction)
    where exists (select from outbox o where o.workspace_id = w.id and o.settled_after >= next.transaction)
      or exists (select from webhook_relay r where r.workspace_id = w.id and r.settled_after >= next.transaction)
      or exists (select from webhook_endpoint e where e.workspace_id = w.id and e.after_transaction >= next.transaction)
  ), endpoints as (
    update webhook_endpoint set after_transaction = 0 where workspace_id in (select id from ahead)
  ), relays as (
    update webhook_relay r set settled_after = 0, event_id = coalesce((
      -- Behind the last event that all those to come follow.
      select o.id from outbox o
      where o.workspace_id = r.workspace_id and not exists (
        select from outbox n
        where n.workspace_id = r.workspace_id and n.id <= o.id and (n.settled_after, n.id) > (r.settled_after, r.event_id)
      )
      order by o.id desc limit 1
    ), '00000000-0000-0000-0000-000000000000')
    where r.workspace_id in (select id from ahead)
  )
  update outbox set settled_after = 0 where workspace_id in (select id from ahead)`;

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
