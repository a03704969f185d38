import { responseFolder } from '../files/index.ts';
import { sqlStatement } from '../storage/index.ts';

/**
 * What stored responses take: rows as PostgreSQL estimates them, the table with its indexes, and what counts against the
 * budgets of workspaces. Nothing but the sums, of which each workspace has one, is read.
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

/** Where the bodies of large stored responses are. */
export const selectResponseFiles = sqlStatement({
  name: 'idempotency.files',
  parameters: {},
  row: { key: 'text?', earlierKey: 'text?' },
  text: `
    select '${responseFolder}' || body_key as key, null::text as "earlierKey" from idempotency_record
    where body_key is not null`,
});
