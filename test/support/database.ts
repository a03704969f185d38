import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { workerPostgresUrl } from './worker-postgres.ts';

/**
 * Creates a database on the server behind `serverUrl`, empty or a copy of `template`.
 *
 * @returns the connection URL of the new database.
 */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  // Files are copied at half the work of blocks, which would go through the log of the server.
  const source = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`;
  await execute(serverUrl, `create database ${pg.escapeIdentifier(name)}${source}`);
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/**
 * Drops a database; a missing one is no error. PostgreSQL waits five seconds for connections that are being
 * closed (a pool's `end` does not wait for them); what is connected after that, or at once with `force`, is cut off.
 */
export async function dropDatabase(serverUrl: string, name: string, { force = false } = {}): Promise<void> {
  const statement = `drop database if exists ${pg.escapeIdentifier(name)}`;
  const forced = () => execute(serverUrl, `${statement} with (force)`);
  await (force ? forced() : execute(serverUrl, statement).catch(forced));
}

/** A database of one test file. */
export interface ScratchDatabase {
  readonly name: string;
  readonly url: string;
  /** @param options.force cuts off who is connected at once; else those that are closing have five seconds. */
  drop(options?: { readonly force?: boolean }): Promise<void>;
}

/** Creates a database with a new name on the worker's PostgreSQL server, empty or a copy of `template`. */
export async function createScratchDatabase(template?: string): Promise<ScratchDatabase> {
  const serverUrl = await workerPostgresUrl();
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(serverUrl, name, template);
  return { name, url, drop: (options) => dropDatabase(serverUrl, name, options) };
}

/** A connection to each server that databases were made on. It stays open, and keeps no process alive. */
const pools = new Map<string, pg.Pool>();

async function execute(serverUrl: string, statement: string): Promise<void> {
  let pool = pools.get(serverUrl);
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: serverUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // Some tests kill their server.
    pool.on('error', () => {});
    pools.set(serverUrl, pool);
  }
  await pool.query(statement);
}
