import { sqlStatement } from '../statement/statement.ts';

/**
 * Subqueries for statements of features that read events. Their parameters are SQL expressions: a column, or `$name`.
 * They fetch rows one by one from an index, whatever number of rows the planner expects.
 */

/** A position in the order of events. */
interface EventPlace {
  readonly workspaceId: string;
  readonly settledAfter: string;
  readonly id: string;
}

/**
 * True if the order of events up to a position is final: transactions below this one have ended, and their writes are
 * visible. An event that is not visible yet will have this position or a later one.
 */
export const isSettled = (settledAfter: string) =>
  `${settledAfter} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** The first events after a position whose order is final, as `(settled_after, id, type)`. */
export const settledEventsBehind = ({ workspaceId, settledAfter, id }: EventPlace, limit: string | number) => `(
  select settled_after, id, type from outbox
  where workspace_id = ${workspaceId} and ${isSettled('settled_after')} and (settled_after, id) > (${settledAfter}, ${id})
  order by settled_after, id limit ${limit})`;

/** The first event after a position, whether or not its order is final. @param column to read. */
export const nextEventBehind = (
  { workspaceId, settledAfter, id }: EventPlace,
  column: 'settled_after' | 'created_at' = 'settled_after',
) => `(
  select o.${column} from outbox o
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
