import { sqlStatement } from '../../../storage/index.ts';
import { skuIsTaken } from '../../products/index.ts';

const ofJob = { workspaceId: 'uuid', jobId: 'uuid' } as const;

// Not prepared: the table grows from nothing while an import runs, and a plan made at the beginning would be kept.

/** Defers rows: `[{"number", "sku", "is_late", "needs", "cells"}]`. */
export const insertRows = sqlStatement({
  name: 'import_row.insert',
  parameters: { ...ofJob, state: 'text', records: 'json' },
  row: {},
  prepared: false,
  text: `
    insert into import_row (workspace_id, job_id, "row", state, sku, is_late, needs, cells)
    select $workspaceId, $jobId, r.number, $state, r.sku, r.is_late, array(select json_array_elements_text(r.needs)), r.cells
    from json_to_recordset($records::json) as r (number integer, sku text, is_late boolean, needs json, cells text)
    on conflict (workspace_id, job_id, "row") do update set state = excluded.state`,
});

/**
 * Rows that wait for something that neither exists nor is itself waiting, and rows that wait for those. In a dry run,
 * records it would have created count as existing.
 */
export const findHopeless = sqlStatement({
  name: 'import_row.hopeless',
  parameters: ofJob,
  row: {},
  prepared: false,
  text: `
    with recursive need as materialized (
      select r."row", r.sku, n.sku as needed
      from import_row r, unnest(r.needs) as n (sku)
      where r.workspace_id = $workspaceId and r.job_id = $jobId and r.state = 'waiting'
        and not ${skuIsTaken('$workspaceId', 'n.sku')}
        and not exists (
          select from import_row k
          where k.workspace_id = $workspaceId and k.job_id = $jobId and k.state = 'simulated' and k.sku = n.sku)
    ), hopeless ("row", sku) as (
      select need."row", need.sku from need
      where not exists (
        select from import_row w
        where w.workspace_id = $workspaceId and w.job_id = $jobId and w.state = 'waiting' and w.sku = need.needed)
      union
      select need."row", need.sku from need join hopeless on hopeless.sku = need.needed
    )
    update import_row r set state = 'hopeless' from (select distinct "row" from hopeless) h
    where r.workspace_id = $workspaceId and r.job_id = $jobId and r."row" = h."row"`,
});

/** As many rows as fit into a number of bytes; a single row may have more. */
export const selectDue = sqlStatement({
  name: 'import_row.due',
  parameters: { ...ofJob, states: 'text[]', rows: 'bigint', characters: 'bigint' },
  row: { number: 'integer', needs: 'text[]', cells: 'text', isAnnounced: 'boolean' },
  prepared: false,
  text: `
    select number, needs, cells, "isAnnounced" from (
      select "row" as number, needs, cells, state = 'waiting' as "isAnnounced", is_late,
        sum(octet_length(cells)) over (order by is_late, "row") - octet_length(cells) as bytes_before
      from (
        select * from import_row
        where workspace_id = $workspaceId and job_id = $jobId and state = any($states::text[])
        order by is_late, "row" limit $rows
      ) due
    ) sized where bytes_before < $characters order by is_late, number`,
});

/**
 * Releases rows that wait neither for another waiting row nor for an earlier row of their record; at last, all that are
 * left. @returns how many there are.
 */
export const releaseRows = sqlStatement({
  name: 'import_row.release',
  parameters: { ...ofJob, isLast: 'boolean' },
  row: { count: 'bigint' },
  prepared: false,
  text: `
    with released as (
      update import_row r set state = 'due'
      where r.workspace_id = $workspaceId and r.job_id = $jobId and r.state = 'waiting' and ($isLast or not (
        exists (
          select from import_row w
          where w.workspace_id = $workspaceId and w.job_id = $jobId and w.state = 'waiting'
            and w.sku = any(r.needs) and w."row" <> r."row")
        or exists (
          select from import_row w
          where w.workspace_id = $workspaceId and w.job_id = $jobId and w.state = 'waiting'
            and w.sku = r.sku and w."row" < r."row")))
      returning 1
    ) select count(*) as count from released`,
});

/** Rows of one product that a dry run saves again: a product may be in every row of a file. */
const simulatedRows = 50;

export const selectSimulated = sqlStatement({
  name: 'import_row.simulated',
  parameters: { ...ofJob, references: 'text[]' },
  row: { number: 'integer', reference: 'text', cells: 'text' },
  prepared: false,
  text: `
    select number, reference, cells from (
      select "row" as number, sku as reference, cells, row_number() over (partition by sku order by "row") as place
      from import_row
      where workspace_id = $workspaceId and job_id = $jobId and state = 'simulated' and sku = any($references::text[])
    ) as found
    where place <= ${simulatedRows} order by reference, number`,
});

/** The products, or records, of the first rows with some keys, if a dry run would have saved these rows. */
export const selectSimulatedReferences = sqlStatement({
  name: 'import_row.simulated-references',
  parameters: { ...ofJob, keys: 'text[]' },
  row: { reference: 'text' },
  prepared: false,
  text: `
    select distinct r.sku as reference from unnest($keys::text[]) as given (key) cross join lateral (
      select "row" from import_key where workspace_id = $workspaceId and job_id = $jobId and key = given.key limit 1
    ) as first join import_row r on
      r.workspace_id = $workspaceId and r.job_id = $jobId and r."row" = first."row" and r.state = 'simulated'`,
});

/** Deletes the first rows of an import. @returns how many. */
export const deleteFirstRows = sqlStatement({
  name: 'import_row.delete-first',
  parameters: { ...ofJob, limit: 'bigint' },
  row: { count: 'bigint' },
  prepared: false,
  text: `
    with deleted as (
      delete from import_row
      where workspace_id = $workspaceId and job_id = $jobId and "row" <= (
        select max("row") from (
          select "row" from import_row
          where workspace_id = $workspaceId and job_id = $jobId order by "row" limit $limit
        ) as first
      ) returning 1
    ) select count(*) as count from deleted`,
});

export const deleteRows = sqlStatement({
  name: 'import_row.delete',
  parameters: { ...ofJob, rows: 'integer[]' },
  row: {},
  prepared: false,
  text: `
    delete from import_row
    where workspace_id = $workspaceId and job_id = $jobId and "row" = any($rows::integer[])`,
});
