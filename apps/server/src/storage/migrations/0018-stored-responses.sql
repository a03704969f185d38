-- Stored responses: compressed, large bodies in the file store, those with a secret for their caller alone.
alter table idempotency_record
  -- The calling key where only it may see the response again, else ''.
  add column caller text collate "C" not null default '',
  -- Where the body is when it is too large for the table.
  add column body_key text collate "C",
  -- How the body is compressed; null: it is not.
  add column encoding text collate "C",
  -- What it counts towards the budget of the workspace; null: nothing.
  add column counted_bytes bigint,
  drop constraint idempotency_record_pkey,
  add primary key (workspace_id, key, route, caller);
alter table idempotency_record alter column caller drop default;
create index idempotency_record_body_key on idempotency_record (body_key) where body_key is not null;
create index idempotency_record_counted on idempotency_record (workspace_id, expires_at)
  include (counted_bytes) where counted_bytes is not null;
-- What all counts together, by workspace.
create table idempotency_record_usage (
  workspace_id uuid primary key,
  counted_bytes bigint not null
);
