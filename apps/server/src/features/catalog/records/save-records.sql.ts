import { sqlStatement } from '../../../storage/index.ts';

/** Inserts and updates records from a JSON list of rows, whose properties are the names of the columns. */
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
