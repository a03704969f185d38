import { sqlStatement } from '../../../storage/index.ts';

const ofJob = { workspaceId: 'uuid', jobId: 'uuid' } as const;

// None is prepared: the table grows from nothing while an import runs, and a plan of the beginning would stay.

/** Notes keys that are new. @returns how many there are. */
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

/** Keys that were there before, one by one by the index: the planner has no statistics of a table that just grew. */
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

/** Those of some keys that rows have. */
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

/** The last of so many keys behind one; none when there are fewer. */
export const findBoundary = sqlStatement({
  name: 'import_key.boundary',
  parameters: { ...ofJob, after: 'text', skipped: 'bigint' },
  row: { key: 'text' },
  prepared: false,
  text: `
    select key from import_key
    where workspace_id = $workspaceId and job_id = $jobId and key > $after order by key offset $skipped limit 1`,
});

/** A range of keys is found by the index, whatever the planner knows of the table. */
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
