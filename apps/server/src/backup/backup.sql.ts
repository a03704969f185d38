import pg from 'pg';
import { sqlStatement } from '../storage/index.ts';

/**
 * The tables to back up, and their columns: all that must survive a crash. Each worker recreates those of the schema
 * `agenda`.
 */
export const selectTables = sqlStatement({
  name: 'backup.tables',
  parameters: {},
  row: { name: 'text', columns: 'text[]' },
  text: `
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace
      and c.relname <> 'migration' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
});

/** The last number of each identity column, null if it was never used. */
export const selectSequences = sqlStatement({
  name: 'backup.sequences',
  parameters: {},
  row: { table: 'text', column: 'text', last: 'text?' },
  text: `
    select c.relname::text as table, a.attname::text as column,
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`,
});

/**
 * Indexes, foreign keys and triggers: they slow down loading, and what triggers write is already in the backup.
 * Statements that drop them, and that restore them afterwards. Foreign keys come after indexes.
 */
export const selectSecondaries = sqlStatement({
  name: 'backup.secondaries',
  parameters: {},
  row: { drop: 'text', create: 'text', position: 'integer' },
  text: `
    select format('drop index %I', x.relname) as drop, pg_get_indexdef(i.indexrelid) as create, 1 as position
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname <> 'migration'
      and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype <> 'f')
    union all
    select format('alter table %I drop constraint %I', c.relname, o.conname),
      format('alter table %I add constraint %I %s', c.relname, o.conname, pg_get_constraintdef(o.oid)), 2
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where o.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    union all
    select format('alter table %I disable trigger user', c.relname), format('alter table %I enable trigger user', c.relname), 3
    from pg_class c where c.relnamespace = current_schema()::regnamespace
      and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
    order by position, drop`,
});

/** Connections of servers to this database. */
export const countServers = sqlStatement({
  name: 'backup.servers',
  parameters: {},
  row: { connections: 'bigint' },
  text: `
    select count(*) as connections from pg_stat_activity
    where datname = current_database() and application_name = 'product-content' and pid <> pg_backend_pid()`,
});

/** The files already in the archive: the list is kept in the database, because it may be long. */
export const createArchived = 'create temporary table archived_file (key text primary key)';
export const insertArchived = 'insert into archived_file values ($1) on conflict do nothing';
export const selectUnarchived =
  'select r.key, r."earlierKey" from unnest($1::text[], $2::text[]) as r (key, "earlierKey") where not exists (select from archived_file a where a.key = r.key)';

export function lockTables(tables: readonly string[]): string {
  return `lock table ${tables.map(pg.escapeIdentifier).join(', ')} in access share mode`;
}

export function emptyTables(tables: readonly string[]): string {
  return `truncate ${tables.map(pg.escapeIdentifier).join(', ')}`;
}

/** @param to as in `COPY`: `to stdout`, `from stdin`. */
export function copyTable(table: string, columns: readonly string[], to: 'to stdout' | 'from stdin'): string {
  return `copy ${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')}) ${to}`;
}

export const continueSequence = 'select setval(pg_get_serial_sequence(quote_ident($1), $2), $3)';
