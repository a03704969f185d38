create table export_profile (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  -- Grows with every change of what its feeds show.
  version integer not null default 1,
  name text collate "C" not null,
  -- The contract's export options as they are written.
  options jsonb not null,
  -- What the address of its feeds ends with: hashed to be found by, encrypted to be shown.
  feed_token_hash bytea not null,
  feed_token bytea not null,
  -- The contract's ExportRun; null until the first.
  last_run jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint export_profile_name unique (workspace_id, name)
);
create unique index export_profile_feed_token on export_profile (feed_token_hash);

-- The newest file of a feed in one format.
create table export_feed (
  workspace_id uuid not null,
  profile_id uuid not null,
  format text collate "C" not null,
  -- What it was made of: the profile, the products and the catalog as they were then.
  state text collate "C" not null,
  -- Names its files, and is its entity tag.
  file_id uuid not null,
  -- The file before it, which somebody may be about to read.
  previous_file_id uuid,
  size bigint not null,
  count integer not null,
  warnings integer not null,
  generated_at timestamptz(3) not null,
  primary key (workspace_id, profile_id, format),
  foreign key (workspace_id, profile_id) references export_profile (workspace_id, id) on delete cascade
);
