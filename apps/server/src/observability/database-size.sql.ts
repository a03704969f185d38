import { sqlStatement } from '../storage/index.ts';

/** Bytes of the database on disk, indexes and what is not yet vacuumed included. */
export const selectDatabaseSize = sqlStatement({
  name: 'database.size',
  parameters: {},
  row: { size: 'bigint' },
  text: 'select pg_database_size(current_database()) as size',
});
