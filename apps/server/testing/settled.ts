import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/storage/index.ts';

/**
 * Resolves when all events committed so far can be read: transactions of other tests on the same database server may
 * hold them back.
 */
export async function settled(database: Database): Promise<void> {
  const { rows } = await database.query<{ id: string }>('select pg_current_xact_id()::text as id');
  const passed = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as passed';
  for (const id of rows.map((row) => row.id)) {
    while (!(await database.query<{ passed: boolean }>(passed, [id])).rows[0]?.passed) await delay(2);
  }
}
