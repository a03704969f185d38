import type { Database } from '../../src/storage/index.ts';

const selectIndexes = `
  select x.relname as name, pg_get_indexdef(i.indexrelid) as text
  from pg_index i join pg_class x on x.oid = i.indexrelid
  where i.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint o where o.conindid = i.indexrelid)`;

/**
 * Fills tables while they have no indexes but those of their constraints, and makes the others afterwards, which takes a
 * fraction of the time.
 */
export async function withoutIndexes(
  database: Database,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await database.query<{ name: string; text: string }>(selectIndexes, [tables]);
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await fill();
  await database.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await tx.query(`set local maintenance_work_mem = '512MB'`);
    for (const { text } of indexes) await tx.query(text);
  });
}
