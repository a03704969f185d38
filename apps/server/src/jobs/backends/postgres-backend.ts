import { PostgresBackend, type PostgresBackendConfig } from '@agendajs/postgres-backend';
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
  return { backend: createBackend({ pool }), close: () => pool.end() };
}

/** Runs Agenda on the app's own connections: its statements join the running transaction. */
export function createSharedBackend(database: Pick<Database, 'query'>): OpenedBackend {
  const query = (text: string, values: readonly SqlParameter[] = []) => database.query(text, values);
  const pool = { query, connect: async () => ({ query: async () => undefined, release: () => undefined }) };
  const backend = createBackend({
    pool: pool as unknown as pg.Pool,
    // Agenda quotes the name, and does not support schemas. A migration creates the table.
    tableName: `${schema}"."agenda_jobs`,
    ensureSchema: false,
  });
  return { backend, close: async () => undefined };
}

function createBackend(config: PostgresBackendConfig): PostgresBackend {
  const backend = new PostgresBackend({ ...config, disableNotifications: true });
  const { repository } = backend;
  repository.getNextJobToRun = oneAtATime(repository.getNextJobToRun.bind(repository));
  return backend;
}

/**
 * Calls a function only when its earlier calls have ended. Agenda polls for all of its names at the same time; each poll
 * would open a connection, which then stays.
 */
function oneAtATime<Parameters extends unknown[], Result>(
  call: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (...parameters) => {
    const result = last.then(() => call(...parameters));
    last = result.catch(() => undefined);
    return result;
  };
}
