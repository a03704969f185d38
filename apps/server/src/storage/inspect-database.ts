import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { selectDatabaseFacts, selectMigrations, selectSecretKeys } from './inspect-database.sql.ts';
import { migrations } from './migrations/index.ts';
import type { RowOf, SqlTypes } from './statement/sql-type.ts';
import type { Statement } from './statement/statement.ts';

/** The state of a database, read without changing it. */
export interface DatabaseState {
  /** For example `18.1`. */
  readonly version: string;
  readonly encoding: string;
  readonly user: string;
  /** Whether the user may create tables and extensions. */
  readonly mayCreate: boolean;
  readonly missingExtensions: readonly string[];
  /** Connections available to users who are not superusers. */
  readonly possibleConnections: number;
  readonly openConnections: number;
  /** Milliseconds by which the clock of the database is ahead of this machine's. */
  readonly clockOffsetMs: number;
  /** Ids of the keys that encrypt shared secrets; includes null if some are not encrypted. */
  readonly secretKeyIds: readonly (string | null)[];
  readonly appliedMigrations: readonly string[];
  /** Migrations of this release that have not run, oldest first. */
  readonly waitingMigrations: readonly string[];
  /** Migrations that this release does not have. */
  readonly unknownMigrations: readonly string[];
}

const extensions = ['btree_gin', 'pg_trgm'];
/** Creates the table of shared secrets. */
const secretsMigration = '0006-secrets';

/** Inspects a database without migrating it. @throws when it cannot be reached. */
export async function inspectDatabase(url: string, now: () => Date): Promise<DatabaseState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, statement_timeout: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const began = performance.now();
    const [facts] = await run(client, selectDatabaseFacts, { extensions });
    if (facts === undefined) throw new Error('The database did not describe itself.');
    const halfway = now().getTime() - (performance.now() - began) / 2;
    const rows = facts.has_migrations ? await run(client, selectMigrations, {}) : [];
    const applied = rows.map(({ name }) => name);
    const secretKeys = applied.includes(secretsMigration) ? await run(client, selectSecretKeys, {}) : [];
    const known = migrations.map(({ name }) => name);
    return {
      version: facts.version,
      encoding: facts.encoding,
      user: facts.user,
      mayCreate: facts.may_create,
      missingExtensions: facts.missing_extensions,
      possibleConnections: facts.possible_connections,
      openConnections: facts.open_connections,
      clockOffsetMs: facts.now.getTime() - halfway,
      secretKeyIds: secretKeys.map(({ keyId }) => keyId),
      appliedMigrations: applied,
      waitingMigrations: known.filter((name) => !applied.includes(name)),
      unknownMigrations: applied.filter((name) => !known.includes(name)),
    };
  } finally {
    await client.end();
  }
}

async function run<Parameters extends object, Row extends RowOf<SqlTypes>>(
  client: pg.Client,
  statement: Statement<Parameters, Row>,
  parameters: Parameters,
): Promise<Row[]> {
  return (await client.query<Row>(statement.source.text, statement.bind(parameters))).rows;
}
