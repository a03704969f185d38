-- The last requests of each workspace. It grows with every request: no foreign key is checked when they are written.
create table request_log (
  workspace_id uuid not null,
  -- When it arrived.
  created_at timestamptz(3) not null,
  id uuid not null,
  -- The caller may have chosen it: several requests may have the same.
  request_id text collate "C" not null,
  api_key_id uuid not null,
  source text collate "C" not null,
  method text collate "C" not null,
  -- Without the query.
  path text collate "C" not null,
  query_parameters text[] not null,
  operation_id text collate "C",
  -- Null when the client left before there was a response.
  status smallint,
  error_code text collate "C",
  error_fields text[] not null,
  is_replay boolean not null,
  duration_ms double precision not null,
  response_bytes bigint,
  primary key (workspace_id, created_at, id),
  constraint request_log_source check (source in ('api', 'assistant'))
);
create index request_log_failures on request_log (workspace_id, created_at, id) where status >= 400;
create index request_log_by_request_id on request_log (workspace_id, request_id, created_at, id);
