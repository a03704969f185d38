import { sqlStatement } from '../../../storage/index.ts';

const ofJob = { workspaceId: 'uuid', jobId: 'uuid' } as const;

// Not prepared: the table grows from nothing while an import runs, and a plan made at the beginning would be kept.

/** Inserts new keys. @returns how many there are. */
export const insertKeys = sqlStatement({
  name: 'import_key.insert',
  parameters: { ...ofJob, keys: 'text[]', numbers: 'integer[]' },
  row: { count: 'bigint' },
  prepared: false,
  text: `
    with inserted as (
      insert into import_key (workspace_id, job_id, key, "row")
      select $workspaceId, $jobId, key, number from unnest($keys::text[], $numbers::integer[]) as given (key, number)
      on conflict do nothing returning 1
    ) select count(*) as count from inserted`,
});

/**
 * Keys that existed before, looked up one by one with the index: the planner has no statistics for a table that just
 * grew.
 */
export const selectKnown = sqlStatement({
  name: 'import_key.known',
  parameters: { ...ofJob, keys: 'text[]', numbers: 'integer[]' },
  row: { key: 'text', number: 'integer', isPutAside: 'boolean' },
  prepared: false,
  text: `
    select found.* from unnest($keys::text[], $numbers::integer[]) as given (key, number) cross join lateral (
      select key, "row" as number, put_aside as "isPutAside" from import_key
      where workspace_id = $workspaceId and job_id = $jobId and key = given.key limit 1
    ) as found
    where found.number <> given.number`,
});

/** Those of the keys that rows have. */
export const selectKeys = sqlStatement({
  name: 'import_key.find',
  parameters: { ...ofJob, keys: 'text[]' },
  row: { key: 'text' },
  prepared: false,
  text: `
    select found.key from unnest($keys::text[]) as given (key) cross join lateral (
      select key from import_key where workspace_id = $workspaceId and job_id = $jobId and key = given.key limit 1
    ) as found`,
});

export const markPutAside = sqlStatement({
  name: 'import_key.put-aside',
  parameters: { ...ofJob, keys: 'text[]' },
  row: {},
  prepared: false,
  text: `
    update import_key set put_aside = true
    where workspace_id = $workspaceId and job_id = $jobId and key = any($keys::text[])`,
});

/** The last of a number of keys after a given one; no row when there are fewer. */
export const findBoundary = sqlStatement({
  name: 'import_key.boundary',
  parameters: { ...ofJob, after: 'text', skipped: 'bigint' },
  row: { key: 'text' },
  prepared: false,
  text: `
    select key from import_key
    where workspace_id = $workspaceId and job_id = $jobId and key > $after order by key offset $skipped limit 1`,
});

/** A key range is found with the index, whatever the planner knows about the table. */
export const deleteKeys = sqlStatement({
  name: 'import_key.delete',
  parameters: { ...ofJob, after: 'text', boundary: 'text?' },
  row: {},
  prepared: false,
  text: `
    delete from import_key
    where workspace_id = $workspaceId and job_id = $jobId and key > $after
      and ($boundary::text is null or key <= $boundary)`,
});
