import { responseFolder } from '../files/index.ts';
import { sqlStatement } from '../storage/index.ts';

/**
 * The size of stored responses: rows as PostgreSQL estimates them, bytes of the table with its indexes, and bytes that
 * count against the budgets of workspaces. Reads only the sums, one per workspace.
 */
export const measureResponses = sqlStatement({
  name: 'idempotency.measure',
  parameters: {},
  row: { records: 'bigint', tableSize: 'bigint', storedBytes: 'bigint' },
  text: `
    select greatest(c.reltuples, 0)::bigint as records, pg_total_relation_size(c.oid) as "tableSize",
      (select coalesce(sum(counted_bytes), 0)::bigint from idempotency_record_usage) as "storedBytes"
    from pg_class c where c.oid = 'idempotency_record'::regclass`,
});

/** The files with the bodies of large stored responses. */
export const selectResponseFiles = sqlStatement({
  name: 'idempotency.files',
  parameters: {},
  row: { key: 'text?', earlierKey: 'text?' },
  text: `
    select '${responseFolder}' || body_key as key, null::text as "earlierKey" from idempotency_record
    where body_key is not null`,
});
