create table import_profile (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  -- Grows with every change; its entity tag.
  version integer not null default 1,
  name text collate "C" not null,
  -- The contract's ImportMapping; null maps columns automatically.
  mapping jsonb,
  -- The contract's import options, as far as the profile sets them.
  options jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint import_profile_name unique (workspace_id, name)
);
