-- Events, written in the transaction of their change.
create table outbox (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  -- The product_version the product is read from.
  subject_version integer,
  changed_fields text[],
  previous_status text,
  -- The data of events without a version: deletions, categories, attributes.
  payload jsonb,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
