import { setTimeout as delay } from 'node:timers/promises';
import { migrations } from './migrations/index.ts';
import type { Orm } from './orm.ts';

/** One lock for all processes that start on the same database at the same time. */
const migrationLock = 7_264_108_355;

/** Prevents migrations, and so the start of servers, as long as the session lasts. */
export const holdMigrations = `select pg_advisory_lock(${migrationLock})`;

/** Every migration of this release, oldest first. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/**
 * Migrates the database to the newest schema. Processes that start together take turns.
 *
 * @returns names of the migrations that ran, oldest first.
 */
export async function migrate(orm: Orm): Promise<string[]> {
  const client = await orm.pool.connect();
  try {
    await client.query(holdMigrations);
    return await applyMigrations(orm, migrationNames);
  } finally {
    // Closing the connection releases the lock, even after an error.
    client.release(true);
  }
}

/** Milliseconds until a migration that did not get its locks is tried again. */
const pauseMs = 250;

/** How often migrations are tried: for a minute and more. */
const maxAttempts = 100;

/** A lock that was not released in time, or a deadlock. */
const busyStates: readonly unknown[] = ['55P03', '40P01'];

/**
 * Runs those of the migrations that have not run, in one transaction, which is tried again while others hold its locks.
 * The caller holds {@link holdMigrations}.
 *
 * @returns their names, oldest first.
 */
export async function applyMigrations(orm: Orm, names: readonly string[]): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await orm.migrator.up({ migrations: [...names] });
      return done.map(({ name }) => name);
    } catch (error) {
      if (attempt === maxAttempts || !busyStates.includes((error as { code?: unknown }).code)) throw error;
      await delay(pauseMs);
    }
  }
}
