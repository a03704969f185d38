-- The tables of the stores of @contract-kit/middleware/postgres.

-- Answers kept for their Idempotency-Keys.
create table idempotency_record (
  workspace_id uuid not null,
  key text collate "C" not null,
  route text collate "C" not null,
  fingerprint text collate "C" not null,
  status smallint not null,
  headers jsonb not null,
  body bytea,
  completed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, key, route)
);
alter table idempotency_record alter column body set storage external;
create index idempotency_record_expiry on idempotency_record (expires_at);

-- The rolling windows of the rate limit, for servers that share one count. A crash of the database server empties
-- them, and every window starts anew.
create unlogged table rate_limit_window (
  subject text collate "C" not null,
  policy text collate "C" not null,
  admitted_at bigint[] not null,
  admitted boolean not null,
  decided_at bigint not null,
  idle_at timestamptz not null,
  primary key (subject, policy)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table rate_limit_window alter column admitted_at set storage external;
