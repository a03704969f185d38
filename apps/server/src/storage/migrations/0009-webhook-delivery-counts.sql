-- Deliveries of an endpoint by the hour they were made in and how they stand, counted as they change: neither a total
-- nor the statistics look at the deliveries themselves.
create table webhook_delivery_count (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  hour timestamptz(0) not null,
  -- Pending, without an attempt so far.
  waiting integer not null default 0,
  -- Pending after a failure.
  retrying integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  discarded integer not null default 0,
  last_attempt_at timestamptz(3),
  last_success_at timestamptz(3),
  -- Of the last attempt.
  last_status smallint,
  last_error text collate "C",
  primary key (workspace_id, endpoint_id, hour)
);
insert into webhook_delivery_count
select workspace_id, endpoint_id, date_trunc('hour', created_at, 'UTC'),
  count(*) filter (where status = 'pending' and attempt = 0), count(*) filter (where status = 'pending' and attempt > 0),
  count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed'),
  count(*) filter (where status = 'discarded'),
  max(attempted_at), max(attempted_at) filter (where status = 'succeeded'),
  (array_agg(response_status order by attempted_at desc nulls last, id desc))[1],
  (array_agg(error_reason order by attempted_at desc nulls last, id desc))[1]
from webhook_delivery group by 1, 2, 3;

-- Deliveries of a removed endpoint are swept in batches, not in the request that removes it.
alter table webhook_delivery drop constraint webhook_delivery_workspace_id_endpoint_id_fkey;

-- A list by status reads what it shows; a list of all merges the statuses.
drop index webhook_delivery_list;
create index webhook_delivery_list on webhook_delivery (workspace_id, endpoint_id, status, created_at desc, id desc);
