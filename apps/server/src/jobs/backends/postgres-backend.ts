import { PostgresBackend } from '@agendajs/postgres-backend';
import pg from 'pg';
import { type BackendOptions, connectTimeoutMs, type ScheduleBackend, unreachable } from './schedule-backend.ts';

/** Agenda's tables stay apart from ours, which a schema snapshot describes. */
const schema = 'agenda';

/** @throws StartError when the server cannot be reached. */
export async function openPostgresBackend({ url, onError }: BackendOptions): Promise<ScheduleBackend> {
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
