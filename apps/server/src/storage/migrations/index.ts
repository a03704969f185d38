import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';

const folder = new URL('./', import.meta.url);

/**
 * Milliseconds that a migration waits for a lock. PostgreSQL looks for deadlocks after a second: so a server of another
 * release that writes meanwhile is never chosen to fail.
 */
const lockTimeoutMs = 500;

/**
 * Every migration, oldest first: one SQL file each, ordered by number. They only run forward; a released file is never
 * edited, a new one follows it.
 */
export const migrations: MigrationObject[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({ name: file.replace(/\.sql$/, ''), class: sqlMigration(file) }));

function sqlMigration(file: string): MigrationObject['class'] {
  return class extends Migration {
    override up(): void {
      this.addSql(`set local statement_timeout = 0; set local lock_timeout = ${lockTimeoutMs}`);
      this.addSql(readFileSync(new URL(file, folder), 'utf8'));
    }
  };
}
