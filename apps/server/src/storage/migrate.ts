import type { Orm } from './orm.ts';

/** One lock for all processes that start on the same database at once. */
const migrationLock = 7_264_108_355;

/**
 * Brings the database to the newest schema. Processes that start together take turns.
 *
 * @returns names of the migrations that ran, oldest first.
 */
export async function migrate(orm: Orm): Promise<string[]> {
  const client = await orm.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const done = await orm.migrator.up();
    return done.map((migration) => migration.name);
  } finally {
    // Closing the connection frees the lock, also after an error.
    client.release(true);
  }
}
