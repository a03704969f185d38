import { sqlStatement } from '../statement/statement.ts';

/*
 * Subqueries for statements of features that read events. Their parameters are SQL: a column, or `$name`. They fetch
 * rows one by one from an index, whatever the planner thinks of the number of rows.
 */

/** A position in the order of events. */
interface EventPlace {
  readonly workspaceId: string;
  readonly settledAfter: string;
  readonly id: string;
}

/**
 * True if the order of events up to one is final: transactions below this one have ended, and what they wrote is seen.
 * An event that is not seen yet will be ordered at or behind it.
 */
export const isSettled = (settledAfter: string) =>
  `${settledAfter} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** The first events behind a position whose order is final, as `(settled_after, id, type)`. */
export const settledEventsBehind = ({ workspaceId, settledAfter, id }: EventPlace, limit: string | number) => `(
  select settled_after, id, type from outbox
  where workspace_id = ${workspaceId} and ${isSettled('settled_after')} and (settled_after, id) > (${settledAfter}, ${id})
  order by settled_after, id limit ${limit})`;

/** The first event behind a position, whether or not its order is final, as `(settled_after)`. */
export const nextEventBehind = ({ workspaceId, settledAfter, id }: EventPlace) => `(
  select o.settled_after from outbox o
  where o.workspace_id = ${workspaceId} and (o.settled_after, o.id) > (${settledAfter}, ${id})
  order by o.settled_after, o.id limit 1)`;

/** An event, with all columns of its row. */
export const eventOf = (workspaceId: string, id: string) => `(
  select * from outbox o where o.workspace_id = ${workspaceId} and o.id = ${id} limit 1)`;

/** The last event whose order is final. */
export const selectLastEvent = sqlStatement({
  name: 'outbox.last',
  parameters: { workspaceId: 'uuid' },
  row: { id: 'uuid' },
  text: `
    select id from outbox where workspace_id = $workspaceId and ${isSettled('settled_after')}
    order by settled_after desc, id desc limit 1`,
});
