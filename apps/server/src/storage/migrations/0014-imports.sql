-- Rows of a running import that are not done: those that wait for products further down the file, and in a dry run
-- those that would have been created.
create table import_row (
  workspace_id uuid not null,
  job_id uuid not null,
  "row" integer not null,
  state text collate "C" not null check (state in ('waiting', 'hopeless', 'rehearsed')),
  sku text collate "C" not null,
  -- Variants wait for their parents.
  has_parent boolean not null,
  -- SKUs it waits for.
  needs text[] collate "C" not null,
  -- JSON, as it is to be saved.
  command text not null,
  primary key (workspace_id, job_id, "row"),
  foreign key (workspace_id, job_id) references job (workspace_id, id) on delete cascade
);
create index import_row_sku on import_row (workspace_id, job_id, sku);

create index product_by_gtin on product (workspace_id, gtin) where gtin is not null;
