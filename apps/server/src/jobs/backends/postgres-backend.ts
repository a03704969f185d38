import { PostgresBackend } from '@agendajs/postgres-backend';
import pg from 'pg';
import type { Database, SqlParameter } from '../../storage/index.ts';
import { type BackendOptions, connectTimeoutMs, type OpenedBackend, unreachable } from './open-backend.ts';

/** Separate from our tables, which a schema snapshot describes. */
const schema = 'agenda';

/** @throws StartError when the server cannot be reached. */
export async function openPostgresBackend({ url, onError }: BackendOptions): Promise<OpenedBackend> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'product-content jobs',
    options: `-c search_path=${schema}`,
  });
  pool.on('error', onError);
  try {
    await pool.query(`create schema if not exists ${schema}`);
  } catch (error) {
    await pool.end();
    throw unreachable('PostgreSQL', error);
  }
  return { backend: new PostgresBackend({ pool, disableNotifications: true }), close: () => pool.end() };
}

/** Runs Agenda on the app's own connections: its statements join the running transaction. */
export function createSharedBackend(database: Database): OpenedBackend {
  const query = (text: string, values: readonly SqlParameter[] = []) => database.query(text, values);
  const pool = { query, connect: async () => ({ query: async () => undefined, release: () => undefined }) };
  const backend = new PostgresBackend({
    pool: pool as unknown as pg.Pool,
    // Agenda quotes the name, and does not support schemas. A migration creates the table.
    tableName: `${schema}"."agenda_jobs`,
    ensureSchema: false,
    disableNotifications: true,
  });
  return { backend, close: async () => undefined };
}
