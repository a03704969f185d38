import type { Database } from '../database.ts';

/**
 * Makes events readable that came with a dump of another PostgreSQL server, whose transactions may have been numbered
 * higher: without it they, and what follows them, would wait until this server has got as far. All events of such a
 * workspace are then ordered by their ids. Asks one index for each workspace when there is nothing to do.
 *
 * @returns how many events there were.
 */
export async function settleRestoredEvents(database: Database): Promise<number> {
  const [restored] = await database.run(database.outbox.restore, {});
  return restored?.events ?? 0;
}
