-- Agenda's table as its PostgreSQL backend makes it: requests add rows before any worker has started.
create schema if not exists agenda;

create table if not exists agenda.agenda_jobs (
  id uuid primary key default gen_random_uuid(),
  name varchar(255) not null,
  priority integer not null default 0,
  next_run_at timestamptz,
  type varchar(10) not null default 'normal' check (type in ('normal', 'single')),
  locked_at timestamptz,
  last_finished_at timestamptz,
  failed_at timestamptz,
  fail_count integer,
  fail_reason text,
  repeat_timezone varchar(100),
  last_run_at timestamptz,
  repeat_interval varchar(255),
  data jsonb default '{}',
  repeat_at varchar(255),
  disabled boolean default false,
  progress real,
  fork boolean default false,
  last_modified_by varchar(255),
  debounce_started_at timestamptz,
  start_date timestamptz,
  end_date timestamptz,
  skip_days jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create index if not exists agenda_jobs_find_and_lock_idx
  on agenda.agenda_jobs (name, next_run_at, priority desc, locked_at, disabled) where disabled = false;
