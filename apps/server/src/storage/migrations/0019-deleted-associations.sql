-- SKUs of deleted products that very many products are associated with: a job removes them from those, in batches.
create table association_removal (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  skus text[] collate "C" not null,
  -- The last product done.
  after_id uuid,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
