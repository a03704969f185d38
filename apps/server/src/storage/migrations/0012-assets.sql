create table asset (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  type text collate "C" not null,
  file_name text not null,
  mime_type text collate "C",
  -- Of the address the file is read at.
  extension text collate "C" not null,
  -- Bytes; null for one whose file is elsewhere.
  size integer,
  width integer,
  height integer,
  -- SHA-256 in hexadecimal.
  checksum text collate "C",
  external_url text collate "C",
  -- What no other asset of the workspace has: the checksum of its file, or of its external address.
  identity text collate "C" not null,
  alt_text text,
  tags text[] not null default '{}',
  folder text collate "C" not null default '/',
  source text collate "C" not null,
  -- Folded file name and alt text.
  search text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  -- An address of a file names no workspace.
  constraint asset_id unique (id),
  constraint asset_identity unique (workspace_id, identity),
  constraint asset_type check (type in ('image', 'video', 'document')),
  constraint asset_source check (source in ('upload', 'url')),
  constraint asset_is_here_or_elsewhere check (
    (external_url is null) = (checksum is not null) and (external_url is null) = (size is not null)
  )
);
create index asset_created on asset (workspace_id, created_at, id);
create index asset_by_type on asset (workspace_id, type, created_at, id);
create index asset_by_folder on asset (workspace_id, folder, created_at, id);
create index asset_by_tag on asset using gin (workspace_id, tags);
create index asset_by_text on asset using gin (workspace_id, search gin_trgm_ops);
-- Images of products are looked for among these only where a workspace has any.
create index asset_external on asset (workspace_id) where external_url is not null;

-- Which assets the images of a product show: a function of its document.
create table product_asset (
  workspace_id uuid not null,
  product_id uuid not null,
  asset_id uuid not null,
  primary key (workspace_id, product_id, asset_id),
  constraint product_asset_product foreign key (workspace_id, product_id)
    references product (workspace_id, id) on delete cascade,
  constraint product_asset_asset foreign key (workspace_id, asset_id) references asset (workspace_id, id)
);
create index product_asset_by_asset on product_asset (workspace_id, asset_id, product_id);

-- The sum over the slots changes whenever an asset of the workspace changes.
alter table workspace_change add column assets bigint not null default 0;
