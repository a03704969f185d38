import { sqlStatement } from './statement/statement.ts';

/** What a server and a database report about themselves, whatever the state of the schema. */
export const selectDatabaseFacts = sqlStatement({
  name: 'database.facts',
  parameters: { extensions: 'text[]' },
  row: {
    version: 'text',
    encoding: 'text',
    user: 'text',
    may_create: 'boolean',
    missing_extensions: 'text[]',
    possible_connections: 'integer',
    open_connections: 'integer',
    now: 'timestamptz',
    has_migrations: 'boolean',
  },
  text: `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_user::text as user,
      has_schema_privilege(current_schema(), 'create') and has_database_privilege(current_database(), 'create')
        as may_create,
      array(select unnest($extensions::text[]) except select extname::text from pg_extension order by 1)
        as missing_extensions,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as possible_connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open_connections,
      clock_timestamp() as now, to_regclass('migration') is not null as has_migrations`,
});

/** The keys that encrypt the shared secrets; the column is missing until its migration has run. */
export const selectSecretKeys = sqlStatement({
  name: 'database.secret-keys',
  parameters: {},
  row: { keyId: 'text?' },
  text: `select distinct to_jsonb(s) ->> 'key_id' as "keyId" from shared_secret s`,
});

/** Migrations that have run. */
export const selectMigrations = sqlStatement({
  name: 'database.migrations',
  parameters: {},
  row: { name: 'text' },
  text: 'select name::text as name from migration',
});
