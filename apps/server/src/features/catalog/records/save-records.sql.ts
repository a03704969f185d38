import { sqlStatement } from '../../../storage/index.ts';

/** Writes records, new ones and changed ones, of a JSON list of rows by the names of their columns. */
export function saveRecords(table: string, columns: readonly string[]) {
  return sqlStatement({
    name: `${table}.save`,
    parameters: { rows: 'jsonb' },
    row: {},
    text: `
      insert into ${table} (${columns.join(', ')})
      select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $rows::jsonb)
      on conflict (workspace_id, id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  });
}
