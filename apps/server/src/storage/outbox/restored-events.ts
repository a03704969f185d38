import type { Database } from '../database.ts';

/**
 * Makes events readable that came with a dump of another PostgreSQL server, whose transaction ids may have been higher:
 * otherwise these events, and all later ones, would wait until this server has reached those ids. All events of such a
 * workspace are then ordered by their ids. Without such events, it costs one index lookup per workspace.
 *
 * @returns the number of events.
 */
export async function settleRestoredEvents(database: Database): Promise<number> {
  const [restored] = await database.run(database.outbox.restore, {});
  return restored?.events ?? 0;
}
