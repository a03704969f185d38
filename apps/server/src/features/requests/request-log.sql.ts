import { sqlStatement } from '../../storage/index.ts';

/** Inserts entries: an array of rows with the property names of the entity. */
export const insertRequests = sqlStatement({
  name: 'request_log.insert',
  parameters: { entries: 'jsonb' },
  row: {},
  text: `
    insert into request_log (workspace_id, created_at, id, request_id, api_key_id, source, method, path,
      query_parameters, operation_id, status, error_code, error_fields, is_replay, duration_ms, response_bytes)
    select r."workspaceId", r."createdAt", r.id, r."requestId", r."apiKeyId", r.source, r.method, r.path,
      r."queryParameters", r."operationId", r.status, r."errorCode", r."errorFields", r."isReplay", r."durationMs",
      r."responseBytes"
    from jsonb_to_recordset($entries) as r (
      "workspaceId" uuid, "createdAt" timestamptz, id uuid, "requestId" text, "apiKeyId" uuid, source text, method text,
      path text, "queryParameters" text[], "operationId" text, status smallint, "errorCode" text, "errorFields" text[],
      "isReplay" boolean, "durationMs" double precision, "responseBytes" bigint
    )`,
});

/** The workspaces that have entries, found one by one in the index, whatever the number of entries. */
export const selectLoggedWorkspaces = sqlStatement({
  name: 'request_log.workspaces',
  parameters: {},
  row: { id: 'uuid' },
  text: `
    with recursive logged as (
      (select workspace_id as id from request_log order by workspace_id limit 1)
      union all
      select (select r.workspace_id from request_log r where r.workspace_id > l.id order by r.workspace_id limit 1)
      from logged l where l.id is not null
    )
    select id from logged where id is not null`,
});

/** The newest entry beyond the limit. */
export const selectSurplus = sqlStatement({
  name: 'request_log.surplus',
  parameters: { workspaceId: 'uuid', rows: 'bigint' },
  row: { createdAt: 'timestamptz', id: 'uuid' },
  text: `
    select created_at as "createdAt", id from request_log where workspace_id = $workspaceId
    order by created_at desc, id desc offset $rows limit 1`,
});

/** Deletes a number of the oldest entries of a workspace, up to a position. */
export const deleteRequests = sqlStatement({
  name: 'request_log.sweep',
  parameters: { workspaceId: 'uuid', createdAt: 'timestamptz', id: 'uuid', batchSize: 'bigint' },
  row: { requests: 'bigint' },
  text: `
    with gone as (
      delete from request_log r using (
        select created_at, id from request_log
        where workspace_id = $workspaceId and (created_at, id) <= ($createdAt::timestamptz, $id::uuid)
        order by created_at, id limit $batchSize
      ) old
      where r.workspace_id = $workspaceId and r.created_at = old.created_at and r.id = old.id
      returning r.id
    )
    select count(*) as requests from gone`,
});

/** Bytes of the log on disk, with its indexes. */
export const measureRequestLog = sqlStatement({
  name: 'request_log.measure',
  parameters: {},
  row: { tableSize: 'bigint' },
  text: `select pg_total_relation_size('request_log') as "tableSize"`,
});
