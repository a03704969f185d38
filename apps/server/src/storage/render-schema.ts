import type { Database } from './database.ts';

interface TableRow {
  readonly name: string;
  readonly unlogged: boolean;
  readonly options: string | null;
}

interface PartRow {
  readonly table: string;
  readonly text: string;
}

/**
 * Renders the schema of a database as SQL text: extensions, functions, tables with columns and constraints, indexes,
 * triggers. The same schema gives the same text, so that changes show in a diff.
 */
export async function renderSchema(database: Database): Promise<string> {
  const extensions = await database.query<{ name: string }>(
    `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`,
  );
  const tables = await database.query<TableRow>(`
    select relname as name, relpersistence = 'u' as unlogged, array_to_string(reloptions, ', ') as options
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'
    order by relname`);
  const columns = await database.query<PartRow>(`
    select c.relname as table, concat_ws(' ',
      quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attstorage <> t.typstorage then 'storage ' || case a.attstorage when 'e' then 'external' else a.attstorage::text end end,
      case when a.attcollation <> t.typcollation then 'collate ' || quote_ident(l.collname) end,
      'default ' || pg_get_expr(d.adbin, d.adrelid),
      case when a.attnotnull then 'not null' end) as text
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const constraints = await database.query<PartRow>(`
    select c.relname as table, 'constraint ' || quote_ident(o.conname) || ' ' || pg_get_constraintdef(o.oid) as text
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where o.contype <> 'n' and c.relnamespace = 'public'::regnamespace
    order by c.relname, array_position(array['p', 'u', 'f', 'c']::"char"[], o.contype), o.conname`);
  const indexes = await database.query<PartRow>(`
    select c.relname as table, pg_get_indexdef(i.indexrelid) || ';' as text
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_class x on x.oid = i.indexrelid
    where not exists (select 1 from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u'))
    order by c.relname, x.relname`);
  const triggers = await database.query<PartRow>(`
    select c.relname as table, pg_get_triggerdef(t.oid) || ';' as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
    where not t.tgisinternal
    order by c.relname, t.tgname`);
  const functions = await database.query<{ text: string }>(`
    select pg_get_functiondef(p.oid) || ';' as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname`);
  const partsOf = (rows: readonly PartRow[], table: string) =>
    rows.filter((row) => row.table === table).map((row) => row.text);
  const blocks = tables.rows.map(({ name, unlogged, options }) => {
    const body = [...partsOf(columns.rows, name), ...partsOf(constraints.rows, name)].map((part) => `  ${part}`);
    const create = `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n${body.join(',\n')}\n)`;
    const parts = [indexes, triggers].flatMap(({ rows }) => partsOf(rows, name));
    return [`${create}${options === null ? '' : ` with (${options})`};`, ...parts].join('\n');
  });
  const header = extensions.rows.map(({ name }) => `create extension ${name};`).join('\n');
  return `${[header, ...functions.rows.map(({ text }) => text), ...blocks].join('\n\n')}\n`;
}
