import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ScenarioContext } from './scenario-context.ts';

/** Writes that do not come to an end. */
export interface HeldWrites {
  /** Resolves when a write with an Idempotency-Key is waiting. */
  untilBlocked(): Promise<void>;
  release(): Promise<void>;
}

const tables =
  'product, category, attribute, attribute_group, collection, asset, webhook_endpoint, export_profile, import_profile';

/** Locks the tables that hold records, so that a write starts and waits. */
export async function holdWrites({ app }: ScenarioContext): Promise<HeldWrites> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  // A scenario that fails meanwhile must not hold up those after it.
  await client.query("set transaction_timeout = '30s'");
  client.on('error', () => undefined);
  while (!(await lockTables(client))) await delay(5);
  // A write with an Idempotency-Key has claimed it by an advisory lock. Background work waits too, and has none.
  const waiting = `
    select from pg_stat_activity a where datname = current_database() and wait_event_type = 'Lock'
    and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted)`;
  return {
    async untilBlocked() {
      while ((await client.query(waiting)).rowCount === 0) await delay(5);
    },
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

/**
 * Locks all tables, or none if that takes too long: background work may hold one of them and wait for another, which
 * would be a deadlock.
 */
async function lockTables(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = '100ms'; lock table ${tables} in access exclusive mode`);
    // A new key refers to its workspace. Who calls, and which channel or job is named, is read before a key is claimed.
    await client.query('lock table workspace, channel, job in exclusive mode');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === '55P03') return false;
    throw error;
  }
}
