import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Creates a database on the server behind `serverUrl`, empty or a copy of `template`.
 *
 * @returns the connection URL of the new database.
 */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  const source = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`;
  await execute(serverUrl, `create database ${pg.escapeIdentifier(name)}${source}`);
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/**
 * Drops a database; a missing one is no error. PostgreSQL waits five seconds for connections that are being
 * closed (a pool's `end` does not wait for them); what is connected after that is cut off.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const statement = `drop database if exists ${pg.escapeIdentifier(name)}`;
  await execute(serverUrl, statement).catch(() => execute(serverUrl, `${statement} with (force)`));
}

/** A database of one test file. */
export interface ScratchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database with a name of its own, empty or a copy of `template`. */
export async function createScratchDatabase(serverUrl: string, template?: string): Promise<ScratchDatabase> {
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(serverUrl, name, template);
  return { url, drop: () => dropDatabase(serverUrl, name) };
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
