create extension btree_gin;
create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.count_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A statement that saves products and creates none is the usual one.
  if exists (select from changed) then
    insert into product_total (workspace_id, slot, total)
    select workspace_id, pg_backend_pid() % 8, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by workspace_id order by workspace_id
    on conflict (workspace_id, slot) do update set total = product_total.total + excluded.total;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_search_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The lock keeps a refresh that waits from starting before this product can be seen.
  perform from search_refresh where workspace_id = new.workspace_id and after_id is null limit 1 for key share;
  if not found then
    insert into search_refresh (workspace_id, id, created_at)
    values (new.workspace_id, gen_random_uuid(), now() + interval '1 minute');
  end if;
  return null;
end $function$
;

create table api_key (
  id uuid not null,
  workspace_id uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint api_key_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX api_key_workspace ON public.api_key USING btree (workspace_id, id);

create table asset (
  workspace_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  file_name text not null,
  mime_type text collate "C",
  extension text collate "C" not null,
  size integer,
  width integer,
  height integer,
  checksum text collate "C",
  external_url text collate "C",
  identity text collate "C" not null,
  alt_text text,
  tags text[] default '{}'::text[] not null,
  folder text collate "C" default '/'::text not null,
  source text collate "C" not null,
  search text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint asset_pkey PRIMARY KEY (workspace_id, id),
  constraint asset_id UNIQUE (id),
  constraint asset_identity UNIQUE (workspace_id, identity),
  constraint asset_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint asset_is_here_or_elsewhere CHECK ((((external_url IS NULL) = (checksum IS NOT NULL)) AND ((external_url IS NULL) = (size IS NOT NULL)))),
  constraint asset_source CHECK ((source = ANY (ARRAY['upload'::text, 'url'::text]))),
  constraint asset_type CHECK ((type = ANY (ARRAY['image'::text, 'video'::text, 'document'::text])))
);
CREATE INDEX asset_by_folder ON public.asset USING btree (workspace_id, folder, created_at, id);
CREATE INDEX asset_by_tag ON public.asset USING gin (workspace_id, tags);
CREATE INDEX asset_by_text ON public.asset USING gin (workspace_id, search gin_trgm_ops);
CREATE INDEX asset_by_type ON public.asset USING btree (workspace_id, type, created_at, id);
CREATE INDEX asset_created ON public.asset USING btree (workspace_id, created_at, id);
CREATE INDEX asset_external ON public.asset USING btree (workspace_id) WHERE (external_url IS NOT NULL);

create table association_removal (
  workspace_id uuid not null,
  id uuid not null,
  skus text[] collate "C" not null,
  after_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint association_removal_pkey PRIMARY KEY (workspace_id, id),
  constraint association_removal_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table attribute (
  workspace_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  label text not null,
  labels jsonb default '{}'::jsonb not null,
  type text not null,
  group_id uuid,
  localizable boolean not null,
  required boolean not null,
  is_unique boolean not null,
  usable_as_axis boolean not null,
  unit text,
  default_value jsonb,
  options jsonb default '[]'::jsonb not null,
  validation jsonb default '{}'::jsonb not null,
  "position" integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  filter_progress smallint,
  constraint attribute_pkey PRIMARY KEY (workspace_id, id),
  constraint attribute_code UNIQUE (workspace_id, code),
  constraint attribute_group_of FOREIGN KEY (workspace_id, group_id) REFERENCES attribute_group(workspace_id, id) ON DELETE SET NULL (group_id),
  constraint attribute_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint attribute_filter_progress CHECK (((filter_progress >= 0) AND (filter_progress <= 100))),
  constraint attribute_type CHECK ((type = ANY (ARRAY['text'::text, 'textarea'::text, 'richtext'::text, 'integer'::text, 'decimal'::text, 'boolean'::text, 'select'::text, 'multiselect'::text, 'date'::text, 'url'::text, 'color'::text])))
);
CREATE INDEX attribute_by_group ON public.attribute USING btree (workspace_id, group_id);

create table attribute_group (
  workspace_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  label text not null,
  labels jsonb default '{}'::jsonb not null,
  "position" integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint attribute_group_pkey PRIMARY KEY (workspace_id, id),
  constraint attribute_group_code UNIQUE (workspace_id, code),
  constraint attribute_group_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table attribute_indexing (
  workspace_id uuid not null,
  attribute_id uuid not null,
  after_id uuid,
  done integer default 0 not null,
  total integer not null,
  complete boolean default false not null,
  created_at timestamp(3) with time zone not null,
  constraint attribute_indexing_pkey PRIMARY KEY (workspace_id, attribute_id),
  constraint attribute_indexing_attribute FOREIGN KEY (workspace_id, attribute_id) REFERENCES attribute(workspace_id, id) ON DELETE CASCADE
);

create table category (
  workspace_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  name text not null,
  description text,
  translations jsonb default '{}'::jsonb not null,
  parent_id uuid,
  "position" integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint category_pkey PRIMARY KEY (workspace_id, id),
  constraint category_code UNIQUE (workspace_id, code),
  constraint category_parent FOREIGN KEY (workspace_id, parent_id) REFERENCES category(workspace_id, id),
  constraint category_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint category_not_its_own_parent CHECK ((parent_id <> id))
);
CREATE INDEX category_siblings ON public.category USING btree (workspace_id, parent_id, "position");

create table category_attribute (
  workspace_id uuid not null,
  category_id uuid not null,
  attribute_id uuid not null,
  required boolean,
  "position" integer not null,
  constraint category_attribute_pkey PRIMARY KEY (workspace_id, category_id, attribute_id),
  constraint category_attribute_attribute FOREIGN KEY (workspace_id, attribute_id) REFERENCES attribute(workspace_id, id) ON DELETE CASCADE,
  constraint category_attribute_category FOREIGN KEY (workspace_id, category_id) REFERENCES category(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX category_attribute_by_attribute ON public.category_attribute USING btree (workspace_id, attribute_id);

create table channel (
  workspace_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  name text not null,
  type text collate "C" not null,
  platform text collate "C" not null,
  status text collate "C" default 'active'::text not null,
  locale text collate "C" not null,
  currency text collate "C" not null,
  scope jsonb not null,
  mapping jsonb,
  settings jsonb not null,
  credentials bytea,
  credentials_updated_at timestamp(3) with time zone,
  catalog_digest text collate "C" not null,
  catalog_version bigint not null,
  refresh_after uuid,
  total integer default 0 not null,
  ready integer default 0 not null,
  with_warnings integer default 0 not null,
  listed integer default 0 not null,
  pending integer default 0 not null,
  outdated integer default 0 not null,
  rejected integer default 0 not null,
  last_published_at timestamp(3) with time zone,
  feed_key text collate "C",
  feed_content_type text collate "C",
  feed_size bigint,
  feed_items integer,
  feed_generated_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  feed_address_number integer default 0 not null,
  constraint channel_pkey PRIMARY KEY (workspace_id, id),
  constraint channel_code UNIQUE (workspace_id, code),
  constraint channel_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint channel_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
);
CREATE INDEX channel_refreshing ON public.channel USING btree (workspace_id) WHERE (refresh_after IS NOT NULL);

create table channel_change (
  workspace_id uuid not null,
  id bigint not null,
  product_id uuid not null,
  with_variants boolean not null,
  constraint channel_change_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX channel_change_of ON public.channel_change USING btree (workspace_id, product_id);

create table channel_product (
  workspace_id uuid not null,
  channel_id uuid not null,
  product_id uuid not null,
  sku text collate "C" not null,
  product_version integer not null,
  in_scope boolean not null,
  ready boolean not null,
  error_count smallint not null,
  warning_count smallint not null,
  content text not null,
  payload_hash text collate "C" not null,
  listing_status text collate "C" default 'not_listed'::text not null,
  published_hash text collate "C",
  published_version integer,
  published_at timestamp(3) with time zone,
  external_id text,
  listing_url text,
  last_error text,
  publish_job_id uuid,
  publish_action text collate "C",
  pending_hash text collate "C",
  pending_version integer,
  changed_at timestamp(3) with time zone not null,
  listing_before text collate "C",
  constraint channel_product_pkey PRIMARY KEY (workspace_id, channel_id, product_id),
  constraint channel_product_workspace_id_channel_id_fkey FOREIGN KEY (workspace_id, channel_id) REFERENCES channel(workspace_id, id) ON DELETE CASCADE,
  constraint channel_product_publish_action_check CHECK ((publish_action = ANY (ARRAY['publish'::text, 'keep'::text, 'unpublish'::text])))
);
CREATE INDEX channel_product_changed ON public.channel_product USING btree (workspace_id, channel_id, changed_at) WHERE in_scope;
CREATE INDEX channel_product_of ON public.channel_product USING btree (workspace_id, product_id);
CREATE INDEX channel_product_order ON public.channel_product USING btree (workspace_id, channel_id, sku, product_id) WHERE in_scope;
CREATE INDEX channel_product_publishing ON public.channel_product USING btree (workspace_id, channel_id, publish_action, sku) WHERE (publish_job_id IS NOT NULL);
CREATE INDEX channel_product_ready ON public.channel_product USING btree (workspace_id, channel_id, ready, sku, product_id) WHERE in_scope;

create table collection (
  workspace_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  name text not null,
  description text,
  translations jsonb default '{}'::jsonb not null,
  "position" integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint collection_pkey PRIMARY KEY (workspace_id, id),
  constraint collection_code UNIQUE (workspace_id, code),
  constraint collection_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table collection_product (
  workspace_id uuid not null,
  collection_id uuid not null,
  product_id uuid not null,
  "position" integer not null,
  constraint collection_product_pkey PRIMARY KEY (workspace_id, collection_id, product_id),
  constraint collection_product_collection FOREIGN KEY (workspace_id, collection_id) REFERENCES collection(workspace_id, id) ON DELETE CASCADE,
  constraint collection_product_product FOREIGN KEY (workspace_id, product_id) REFERENCES product(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX collection_product_by_product ON public.collection_product USING btree (workspace_id, product_id);
CREATE INDEX collection_product_order ON public.collection_product USING btree (workspace_id, collection_id, "position", product_id);

create table completeness_recompute (
  workspace_id uuid not null,
  id uuid not null,
  reason text not null,
  category_ids uuid[],
  after_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint completeness_recompute_pkey PRIMARY KEY (workspace_id, id),
  constraint completeness_recompute_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table deprecated_use (
  api_key_id uuid not null,
  operation_id text not null,
  field text not null,
  uses bigint not null,
  last_used_at timestamp(3) with time zone not null,
  constraint deprecated_use_pkey PRIMARY KEY (api_key_id, operation_id, field),
  constraint deprecated_use_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE
);

create table export_feed (
  workspace_id uuid not null,
  profile_id uuid not null,
  format text collate "C" not null,
  state text collate "C" not null,
  file_id uuid not null,
  previous_file_id uuid,
  size bigint not null,
  count integer not null,
  warnings integer not null,
  generated_at timestamp(3) with time zone not null,
  constraint export_feed_pkey PRIMARY KEY (workspace_id, profile_id, format),
  constraint export_feed_workspace_id_profile_id_fkey FOREIGN KEY (workspace_id, profile_id) REFERENCES export_profile(workspace_id, id) ON DELETE CASCADE
);

create table export_profile (
  workspace_id uuid not null,
  id uuid not null,
  version integer default 1 not null,
  name text collate "C" not null,
  options jsonb not null,
  feed_token_hash bytea not null,
  feed_token bytea not null,
  last_run jsonb,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint export_profile_pkey PRIMARY KEY (workspace_id, id),
  constraint export_profile_name UNIQUE (workspace_id, name),
  constraint export_profile_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);
CREATE UNIQUE INDEX export_profile_feed_token ON public.export_profile USING btree (feed_token_hash);

create table idempotency_record (
  workspace_id uuid not null,
  key text collate "C" not null,
  route text collate "C" not null,
  fingerprint text collate "C" not null,
  status smallint not null,
  headers jsonb not null,
  body bytea storage external,
  completed_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  caller text collate "C" not null,
  body_key text collate "C",
  encoding text collate "C",
  counted_bytes bigint,
  constraint idempotency_record_pkey PRIMARY KEY (workspace_id, key, route, caller)
);
CREATE INDEX idempotency_record_body_key ON public.idempotency_record USING btree (body_key) WHERE (body_key IS NOT NULL);
CREATE INDEX idempotency_record_counted ON public.idempotency_record USING btree (workspace_id, expires_at) INCLUDE (counted_bytes) WHERE (counted_bytes IS NOT NULL);
CREATE INDEX idempotency_record_expiry ON public.idempotency_record USING btree (expires_at);

create table idempotency_record_usage (
  workspace_id uuid not null,
  counted_bytes bigint not null,
  constraint idempotency_record_usage_pkey PRIMARY KEY (workspace_id)
);

create table import_key (
  workspace_id uuid not null,
  job_id uuid not null,
  key text collate "C" not null,
  "row" integer not null,
  put_aside boolean default false not null,
  constraint import_key_pkey PRIMARY KEY (workspace_id, job_id, key)
);

create table import_profile (
  workspace_id uuid not null,
  id uuid not null,
  version integer default 1 not null,
  name text collate "C" not null,
  mapping jsonb,
  options jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint import_profile_pkey PRIMARY KEY (workspace_id, id),
  constraint import_profile_name UNIQUE (workspace_id, name),
  constraint import_profile_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table import_row (
  workspace_id uuid not null,
  job_id uuid not null,
  "row" integer not null,
  state text collate "C" not null,
  sku text collate "C" not null,
  is_late boolean not null,
  needs text[] collate "C" not null,
  cells text not null,
  constraint import_row_pkey PRIMARY KEY (workspace_id, job_id, "row"),
  constraint import_row_workspace_id_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES job(workspace_id, id) ON DELETE CASCADE,
  constraint import_row_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'due'::text, 'hopeless'::text, 'rehearsed'::text, 'simulated'::text])))
);
CREATE INDEX import_row_sku ON public.import_row USING btree (workspace_id, job_id, sku);

create table job (
  workspace_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  status text collate "C" default 'queued'::text not null,
  input jsonb not null,
  actor jsonb not null,
  request_id text not null,
  checkpoint jsonb,
  processed integer default 0 not null,
  total integer,
  result jsonb,
  error_count integer default 0 not null,
  losses integer default 0 not null,
  lease uuid,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  warning_count integer default 0 not null,
  warnings jsonb default '[]'::jsonb not null,
  trace jsonb,
  file_name text,
  dry_run boolean default false not null,
  constraint job_pkey PRIMARY KEY (workspace_id, id),
  constraint job_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint job_check CHECK (((status = ANY (ARRAY['queued'::text, 'running'::text])) = (due_at IS NOT NULL))),
  constraint job_check1 CHECK (((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL))),
  constraint job_check2 CHECK (((finished_at IS NULL) = (expires_at IS NULL))),
  constraint job_check3 CHECK (((lease IS NULL) OR (status = 'running'::text))),
  constraint job_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX job_active ON public.job USING btree (workspace_id, type, created_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX job_expired ON public.job USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX job_list ON public.job USING btree (workspace_id, created_at DESC, id DESC);

create table job_error (
  workspace_id uuid not null,
  job_id uuid not null,
  "position" integer not null,
  "row" integer,
  "column" text,
  sku text,
  field text,
  code text not null,
  message text not null,
  value text,
  constraint job_error_pkey PRIMARY KEY (workspace_id, job_id, "position"),
  constraint job_error_workspace_id_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES job(workspace_id, id) ON DELETE CASCADE
);

create table outbox (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  subject_version integer,
  changed_fields text[],
  previous_status text,
  payload jsonb,
  created_at timestamp(3) with time zone not null,
  settled_after bigint default GREATEST(((pg_current_xact_id())::text)::bigint, (((pg_snapshot_xmax(pg_current_snapshot()))::text)::bigint - 1)) not null,
  trace jsonb,
  constraint outbox_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX outbox_order ON public.outbox USING btree (workspace_id, settled_after, id) INCLUDE (type);

create table product (
  workspace_id uuid not null,
  id uuid not null,
  sku text collate "C" not null,
  type text not null,
  status text not null,
  version integer not null,
  parent_id uuid,
  axis_key text collate "C",
  name text,
  brand text,
  gtin text collate "C",
  mpn text,
  search text not null,
  tags text[] default '{}'::text[] not null,
  category_id uuid,
  currency text not null,
  price numeric(19,4),
  completeness smallint not null,
  has_images boolean not null,
  attribute_keys text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  document text storage external not null,
  completeness_details text not null,
  associated_skus text[] collate "C" default '{}'::text[] not null,
  constraint product_pkey PRIMARY KEY (workspace_id, id),
  constraint product_axes UNIQUE (workspace_id, parent_id, axis_key) INCLUDE (id, version) DEFERRABLE,
  constraint product_sku UNIQUE (workspace_id, sku) INCLUDE (id, version),
  constraint product_category FOREIGN KEY (workspace_id, category_id) REFERENCES category(workspace_id, id),
  constraint product_parent FOREIGN KEY (workspace_id, parent_id) REFERENCES product(workspace_id, id) ON DELETE CASCADE,
  constraint product_completeness_percent CHECK (((completeness >= 0) AND (completeness <= 100))),
  constraint product_status CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text, 'archived'::text]))),
  constraint product_type CHECK ((type = ANY (ARRAY['simple'::text, 'parent'::text, 'variant'::text]))),
  constraint product_variant_has_parent CHECK (((type = 'variant'::text) = (parent_id IS NOT NULL))),
  constraint product_version_from_one CHECK ((version >= 1))
) with (autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_scale_factor=0.05);
CREATE INDEX product_by_association ON public.product USING gin (workspace_id, associated_skus) WHERE (associated_skus <> '{}'::text[]);
CREATE INDEX product_by_attribute ON public.product USING gin (workspace_id, attribute_keys);
CREATE INDEX product_by_brand ON public.product USING btree (workspace_id, brand, updated_at, id);
CREATE INDEX product_by_category ON public.product USING btree (workspace_id, category_id, updated_at, id);
CREATE INDEX product_by_category_name ON public.product USING btree (workspace_id, category_id, name COLLATE name_root, id);
CREATE INDEX product_by_gtin ON public.product USING btree (workspace_id, gtin) WHERE (gtin IS NOT NULL);
CREATE INDEX product_by_images ON public.product USING btree (workspace_id, has_images, updated_at, id);
CREATE INDEX product_by_mpn_code ON public.product USING btree (workspace_id, "left"(split_part(split_part(search, chr(4), 2), chr(2), 1), 200) COLLATE "C") WHERE (mpn IS NOT NULL);
CREATE INDEX product_by_sku_code ON public.product USING btree (workspace_id, "left"(split_part(split_part(search, chr(3), 2), chr(2), 1), 200) COLLATE "C");
CREATE INDEX product_by_status ON public.product USING btree (workspace_id, status, updated_at, id);
CREATE INDEX product_by_tag ON public.product USING gin (workspace_id, tags);
CREATE INDEX product_by_text ON public.product USING gin (workspace_id, search gin_trgm_ops);
CREATE INDEX product_by_type ON public.product USING btree (workspace_id, type, updated_at, id);
CREATE INDEX product_completeness ON public.product USING btree (workspace_id, completeness, id);
CREATE INDEX product_created ON public.product USING btree (workspace_id, created_at, id);
CREATE INDEX product_name ON public.product USING btree (workspace_id, name COLLATE name_root, id);
CREATE INDEX product_price ON public.product USING btree (workspace_id, price, id);
CREATE INDEX product_sample ON public.product USING btree (workspace_id, SUBSTRING(uuid_send(id) FROM 13)) WHERE (get_byte(uuid_send(id), 15) < 32);
CREATE INDEX product_top_level ON public.product USING btree (workspace_id, updated_at, id) WHERE (parent_id IS NULL);
CREATE INDEX product_updated ON public.product USING btree (workspace_id, updated_at, id);
CREATE TRIGGER product_deleted AFTER DELETE ON public.product REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER product_inserted AFTER INSERT ON public.product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER product_search_outdated AFTER INSERT OR UPDATE OF search ON public.product FOR EACH ROW WHEN ((POSITION((chr(3)) IN (new.search)) = 0)) EXECUTE FUNCTION refresh_search_later();

create table product_asset (
  workspace_id uuid not null,
  product_id uuid not null,
  asset_id uuid not null,
  constraint product_asset_pkey PRIMARY KEY (workspace_id, product_id, asset_id),
  constraint product_asset_asset FOREIGN KEY (workspace_id, asset_id) REFERENCES asset(workspace_id, id),
  constraint product_asset_product FOREIGN KEY (workspace_id, product_id) REFERENCES product(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX product_asset_by_asset ON public.product_asset USING btree (workspace_id, asset_id, product_id);

create table product_number (
  workspace_id uuid not null,
  product_id uuid not null,
  attribute_id uuid not null,
  value double precision not null,
  constraint product_number_pkey PRIMARY KEY (workspace_id, product_id, attribute_id),
  constraint product_number_attribute FOREIGN KEY (workspace_id, attribute_id) REFERENCES attribute(workspace_id, id) ON DELETE CASCADE,
  constraint product_number_product FOREIGN KEY (workspace_id, product_id) REFERENCES product(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX product_number_by_value ON public.product_number USING btree (workspace_id, attribute_id, value, product_id);

create table product_total (
  workspace_id uuid not null,
  slot smallint not null,
  total bigint not null,
  constraint product_total_pkey PRIMARY KEY (workspace_id, slot),
  constraint product_total_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
) with (fillfactor=50);

create table product_unique_value (
  workspace_id uuid not null,
  attribute_id uuid not null,
  value text collate "C" not null,
  product_id uuid not null,
  constraint product_unique_value_pkey PRIMARY KEY (workspace_id, attribute_id, value),
  constraint product_unique_value_attribute FOREIGN KEY (workspace_id, attribute_id) REFERENCES attribute(workspace_id, id) ON DELETE CASCADE,
  constraint product_unique_value_product FOREIGN KEY (workspace_id, product_id) REFERENCES product(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX product_unique_value_by_product ON public.product_unique_value USING btree (workspace_id, product_id);

create table product_version (
  workspace_id uuid not null,
  product_id uuid not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  event text not null,
  source text not null,
  actor jsonb not null,
  changed_fields text[] not null,
  status text not null,
  document text storage external not null,
  constraint product_version_pkey PRIMARY KEY (workspace_id, product_id, version),
  constraint product_version_event CHECK ((event = ANY (ARRAY['created'::text, 'updated'::text, 'status_changed'::text, 'restored'::text]))),
  constraint product_version_source CHECK ((source = ANY (ARRAY['api'::text, 'import'::text, 'bulk'::text, 'job'::text, 'app'::text])))
);

create unlogged table rate_limit_window (
  subject text collate "C" not null,
  policy text collate "C" not null,
  admitted_at bigint[] storage external not null,
  admitted boolean not null,
  decided_at bigint not null,
  idle_at timestamp with time zone not null,
  constraint rate_limit_window_pkey PRIMARY KEY (subject, policy)
) with (toast_tuple_target=8160, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table request_log (
  workspace_id uuid not null,
  created_at timestamp(3) with time zone not null,
  id uuid not null,
  request_id text collate "C" not null,
  api_key_id uuid not null,
  source text collate "C" not null,
  method text collate "C" not null,
  path text collate "C" not null,
  query_parameters text[] not null,
  operation_id text collate "C",
  status smallint,
  error_code text collate "C",
  error_fields text[] not null,
  is_replay boolean not null,
  duration_ms double precision not null,
  response_bytes bigint,
  constraint request_log_pkey PRIMARY KEY (workspace_id, created_at, id),
  constraint request_log_source CHECK ((source = ANY (ARRAY['api'::text, 'assistant'::text])))
);
CREATE INDEX request_log_by_request_id ON public.request_log USING btree (workspace_id, request_id, created_at, id);
CREATE INDEX request_log_failures ON public.request_log USING btree (workspace_id, created_at, id) WHERE (status >= 400);

create table search_refresh (
  workspace_id uuid not null,
  id uuid not null,
  after_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint search_refresh_pkey PRIMARY KEY (workspace_id, id),
  constraint search_refresh_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table search_word (
  workspace_id uuid not null,
  word text collate "C" not null,
  spellings text[] collate "C" not null,
  constraint search_word_pkey PRIMARY KEY (workspace_id, word)
);
CREATE INDEX search_word_by_spelling ON public.search_word USING gin (workspace_id, spellings);

create table shared_secret (
  name text collate "C" not null,
  value bytea not null,
  created_at timestamp(3) with time zone not null,
  key_id text,
  constraint shared_secret_pkey PRIMARY KEY (name)
);

create table webhook_delivery (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event text collate "C" not null,
  body text,
  status text collate "C" default 'pending'::text not null,
  attempt integer default 0 not null,
  attempted_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  response_status smallint,
  error_reason text collate "C",
  duration_ms integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  response_body text,
  earlier_attempts jsonb,
  constraint webhook_delivery_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'discarded'::text])))
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (workspace_id, endpoint_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_delivery_list ON public.webhook_delivery USING btree (workspace_id, endpoint_id, status, created_at DESC, id DESC);

create table webhook_delivery_count (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  hour timestamp(0) with time zone not null,
  waiting integer default 0 not null,
  retrying integer default 0 not null,
  succeeded integer default 0 not null,
  failed integer default 0 not null,
  discarded integer default 0 not null,
  last_attempt_at timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_status smallint,
  last_error text collate "C",
  failed_attempts integer default 0 not null,
  constraint webhook_delivery_count_pkey PRIMARY KEY (workspace_id, endpoint_id, hour)
);

create table webhook_endpoint (
  workspace_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  status text collate "C" default 'active'::text not null,
  disabled_reason text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  secret_preview text not null,
  consecutive_failures integer default 0 not null,
  attempts_after timestamp(3) with time zone,
  after_transaction bigint default ((pg_current_xact_id())::text)::bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  signature_scheme text default 'timestamped'::text not null,
  claimed_until timestamp(3) with time zone,
  constraint webhook_endpoint_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_endpoint_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id),
  constraint webhook_endpoint_signature_scheme_check CHECK ((signature_scheme = ANY (ARRAY['timestamped'::text, 'standard_webhooks'::text]))),
  constraint webhook_endpoint_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'switched_off'::text])))
);

create table webhook_relay (
  workspace_id uuid not null,
  settled_after bigint not null,
  event_id uuid not null,
  constraint webhook_relay_pkey PRIMARY KEY (workspace_id),
  constraint webhook_relay_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
);

create table workspace (
  id uuid not null,
  slug text collate "C" not null,
  name text not null,
  default_locale text not null,
  locales text[] not null,
  default_currency text not null,
  currencies text[] not null,
  catalog_version bigint default 1 not null,
  created_at timestamp(3) with time zone not null,
  constraint workspace_pkey PRIMARY KEY (id),
  constraint workspace_slug_unique UNIQUE (slug),
  constraint workspace_default_currency_listed CHECK ((default_currency = ANY (currencies))),
  constraint workspace_default_locale_listed CHECK ((default_locale = ANY (locales)))
);

create table workspace_change (
  workspace_id uuid not null,
  slot smallint not null,
  products bigint default 0 not null,
  assets bigint default 0 not null,
  constraint workspace_change_pkey PRIMARY KEY (workspace_id, slot),
  constraint workspace_change_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id)
) with (fillfactor=50);
