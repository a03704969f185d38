import pg from 'pg';
import type { Config } from '../../config/index.ts';
import { findEmbeddedPostgres } from '../../storage/embedded/embedded-postgres.ts';
import { migrations } from '../../storage/migrations/index.ts';
import type { Diagnosis, InstallationCheck } from './installation-check.ts';

const migrationNames = migrations.map(({ name }) => name);
const extensions = ['btree_gin', 'pg_trgm'];
/** Connections that a busy process of the server takes. */
const perProcess = 30;
/** Clocks that differ by more, in milliseconds, make signatures and expiry of keys doubtful. */
const clockToleranceMs = 2000;

const notRunning: Diagnosis = { detail: 'embedded, not running; `start` starts it' };

/** Whether the database can be used, as far as the server needs it. */
export const databaseChecks: readonly InstallationCheck[] = [
  {
    name: 'database',
    run: (config) =>
      withDatabase(config, async (client) => {
        const { version, encoding } = await readRow<{ version: string; encoding: string }>(
          client,
          `select current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
        );
        const detail = `PostgreSQL ${version}`;
        if (Number.parseInt(version, 10) < 15) return { detail, advice: 'Upgrade to PostgreSQL 15 or later.' };
        if (encoding !== 'UTF8') return { detail, advice: `It is encoded in ${encoding}; make one with UTF8.` };
        return { detail };
      }),
  },
  {
    name: 'database.schema',
    run: (config) =>
      withDatabase(config, async (client) => {
        const { exists } = await readRow<{ exists: boolean }>(
          client,
          `select to_regclass('migration') is not null as exists`,
        );
        const { rows } = exists ? await client.query<{ name: string }>('select name from migration') : { rows: [] };
        const applied = new Set(rows.map(({ name }) => name));
        const waiting = migrationNames.filter((name) => !applied.has(name));
        const unknown = [...applied].filter((name) => !migrationNames.includes(name));
        const detail = `${applied.size} of ${migrationNames.length} migrations applied`;
        if (unknown.length > 0) {
          return { detail, advice: `A later release has applied ${unknown.join(', ')}: run that release.` };
        }
        if (waiting.length === 0) return { detail };
        return { detail, advice: `The next start of the server applies ${waiting.join(', ')}.` };
      }),
  },
  {
    name: 'database.privileges',
    run: (config) =>
      withDatabase(config, async (client) => {
        const { user, create, missing } = await readRow<{ user: string; create: boolean; missing: string[] }>(
          client,
          `select current_user as user,
             has_schema_privilege(current_schema(), 'create') and has_database_privilege(current_database(), 'create')
               as create,
             array(select unnest($1::text[]) except select extname from pg_extension order by 1) as missing`,
          [extensions],
        );
        const detail = `user ${user}`;
        if (!create) {
          return { detail, advice: `grant create on database and schema to ${user}: migrations make tables.` };
        }
        if (missing.length === 0) return { detail };
        return { detail, advice: `Extensions are missing: ${missing.join(', ')}. The first start creates them.` };
      }),
  },
  {
    name: 'database.connections',
    run: (config) =>
      withDatabase(config, async (client) => {
        const { free, used } = await readRow<{ free: number; used: number }>(
          client,
          `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free,
             (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
        );
        const processes = config.processes === 1 ? 1 : config.processes + 1;
        const needed = perProcess * processes;
        const detail = `${free} possible, ${used} open, up to ${needed} for this server`;
        if (free >= needed) return { detail };
        return { detail, advice: `Set max_connections to ${needed + 10} or more, or PROCESSES to fewer.` };
      }),
  },
  {
    name: 'clock',
    run: (config) =>
      withDatabase(config, async (client) => {
        const before = Date.now();
        const { now } = await readRow<{ now: Date }>(client, 'select clock_timestamp() as now');
        const offsetMs = now.getTime() - (before + Date.now()) / 2;
        const detail = `${Math.abs(offsetMs / 1000).toFixed(1)} s from that of the database`;
        if (Math.abs(offsetMs) <= clockToleranceMs) return { detail };
        return { detail, advice: 'Run NTP on this machine and on that of the database.' };
      }),
  },
];

/** Connects for one check, whatever the state of the schema. An embedded database that is not running stays so. */
async function withDatabase(config: Config, look: (client: pg.Client) => Promise<Diagnosis>): Promise<Diagnosis> {
  const url = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
  if (url === null) return notRunning;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, statement_timeout: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await look(client);
  } finally {
    await client.end();
  }
}

async function readRow<Row extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query<Row>(text, values);
  return rows[0] as Row;
}
