create table webhook_endpoint (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  url text not null,
  -- Names of events; '*' alone stands for all.
  events text[] not null,
  description text,
  status text collate "C" not null default 'active' check (status in ('active', 'paused', 'switched_off')),
  disabled_reason text,
  -- Encrypted; until the given time the previous secret signs too.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  secret_preview text not null,
  consecutive_failures integer not null default 0,
  -- After a failure: no attempt before this time.
  attempts_after timestamptz(3),
  -- The transaction that registered it: events with settled_after below it are from before.
  after_transaction bigint not null default pg_current_xact_id()::text::bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create table webhook_delivery (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event text collate "C" not null,
  -- The envelope of an event that is not in the outbox: a test.
  body text,
  status text collate "C" not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'discarded')),
  -- Attempts made.
  attempt integer not null default 0,
  attempted_at timestamptz(3),
  -- When a pending delivery is due; null for one that is not pending.
  next_attempt_at timestamptz(3),
  claimed_until timestamptz(3),
  response_status smallint,
  error_reason text collate "C",
  duration_ms integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoint (workspace_id, id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (workspace_id, endpoint_id, next_attempt_at, id)
  where status = 'pending';
create index webhook_delivery_claimed on webhook_delivery (workspace_id, endpoint_id) where claimed_until is not null;
create index webhook_delivery_list on webhook_delivery (workspace_id, endpoint_id, created_at desc, id desc);

-- How far the events of a workspace have been made deliveries: the last one, in the order they settle in.
create table webhook_relay (
  workspace_id uuid primary key references workspace (id),
  settled_after bigint not null,
  event_id uuid not null
);
