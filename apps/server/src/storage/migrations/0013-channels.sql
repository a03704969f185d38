create table channel (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  code text collate "C" not null,
  name text not null,
  type text collate "C" not null,
  platform text collate "C" not null,
  status text collate "C" not null default 'active' check (status in ('active', 'paused')),
  locale text collate "C" not null,
  currency text collate "C" not null,
  scope jsonb not null,
  -- Null: the mapping the platform brings.
  mapping jsonb,
  settings jsonb not null,
  -- Encrypted.
  credentials bytea,
  credentials_updated_at timestamptz(3),
  -- What of the catalog scope and mapping read, as a hash; and the version of the catalog it was last compared with.
  catalog_digest text collate "C" not null,
  catalog_version bigint not null,
  -- Readiness is computed anew for the products after this one; null when it is current.
  refresh_after uuid,
  -- How many records there are, by readiness and by listing: kept with each change of the records.
  total integer not null default 0,
  ready integer not null default 0,
  with_warnings integer not null default 0,
  listed integer not null default 0,
  pending integer not null default 0,
  outdated integer not null default 0,
  rejected integer not null default 0,
  last_published_at timestamptz(3),
  -- The file of a feed, as it was published last.
  feed_key text collate "C",
  feed_content_type text collate "C",
  feed_size bigint,
  feed_items integer,
  feed_generated_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint channel_code unique (workspace_id, code)
);
create index channel_refreshing on channel (workspace_id) where refresh_after is not null;

-- No foreign key to product: what is listed elsewhere outlives its product until it is withdrawn there.
create table channel_product (
  workspace_id uuid not null,
  channel_id uuid not null,
  product_id uuid not null,
  sku text collate "C" not null,
  product_version integer not null,
  -- False for a product that left the scope, or is gone, and is still listed.
  in_scope boolean not null,
  ready boolean not null,
  error_count smallint not null,
  warning_count smallint not null,
  -- JSON text of issues, values and payload.
  content text not null,
  payload_hash text collate "C" not null,
  listing_status text collate "C" not null default 'not_listed',
  -- Of the payload that was published last.
  published_hash text collate "C",
  published_version integer,
  published_at timestamptz(3),
  external_id text,
  listing_url text,
  last_error text,
  -- The publication the record is part of: what is done with it, and the payload and version that were written.
  publish_job_id uuid,
  publish_action text collate "C" check (publish_action in ('publish', 'keep', 'unpublish')),
  pending_hash text collate "C",
  pending_version integer,
  changed_at timestamptz(3) not null,
  primary key (workspace_id, channel_id, product_id),
  foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade
);
create index channel_product_order on channel_product (workspace_id, channel_id, sku, product_id) where in_scope;
create index channel_product_ready on channel_product (workspace_id, channel_id, ready, sku, product_id) where in_scope;
create index channel_product_changed on channel_product (workspace_id, channel_id, changed_at) where in_scope;
create index channel_product_publishing on channel_product (workspace_id, channel_id, publish_action, sku)
  where publish_job_id is not null;
create index channel_product_of on channel_product (workspace_id, product_id);

-- Products whose records are to be made anew, written in the transaction of their change.
create table channel_change (
  workspace_id uuid not null,
  id bigint generated always as identity,
  product_id uuid not null,
  -- Whether its variants, which inherit from it, are to follow.
  with_variants boolean not null,
  primary key (workspace_id, id)
);
create index channel_change_of on channel_change (workspace_id, product_id);
