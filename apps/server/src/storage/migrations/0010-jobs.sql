create table job (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  type text collate "C" not null,
  status text collate "C" not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'canceled')),
  input jsonb not null,
  -- Who started it: type, id, name.
  actor jsonb not null,
  request_id text not null,
  -- What the work saved last, to go on from.
  checkpoint jsonb,
  processed integer not null default 0,
  total integer,
  result jsonb,
  error_count integer not null default 0,
  -- Since the last checkpoint: workers lost and unexpected errors.
  losses integer not null default 0,
  -- The worker that holds it; only that one writes it.
  lease uuid,
  -- While it is queued or running: when a worker may take it. A worker that holds it moves this on.
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When it is deleted.
  expires_at timestamptz(3),
  primary key (workspace_id, id),
  check ((status in ('queued', 'running')) = (due_at is not null)),
  check ((status in ('queued', 'running')) = (finished_at is null)),
  check ((finished_at is null) = (expires_at is null)),
  check (lease is null or status = 'running')
);
create index job_active on job (workspace_id, type, created_at, id) where due_at is not null;
create index job_list on job (workspace_id, created_at desc, id desc);
create index job_expired on job (expires_at) where expires_at is not null;

create table job_error (
  workspace_id uuid not null,
  job_id uuid not null,
  -- In the order they were found, from 1.
  position integer not null,
  "row" integer,
  "column" text,
  sku text,
  field text,
  code text not null,
  message text not null,
  primary key (workspace_id, job_id, position),
  foreign key (workspace_id, job_id) references job (workspace_id, id) on delete cascade
);
