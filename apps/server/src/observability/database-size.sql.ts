import { sqlStatement } from '../storage/index.ts';

/** Bytes of the database on disk, including indexes and dead rows not yet vacuumed. */
export const selectDatabaseSize = sqlStatement({
  name: 'database.size',
  parameters: {},
  row: { size: 'bigint' },
  text: 'select pg_database_size(current_database()) as size',
});
