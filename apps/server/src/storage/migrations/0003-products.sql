-- No foreign key to workspace on the tables a bulk write fills: each row would lock the workspace's row.

create table product (
  workspace_id uuid not null,
  id uuid not null,
  sku text collate "C" not null,
  type text not null,
  status text not null,
  version integer not null,
  parent_id uuid,
  -- Canonical JSON of a variant's axis values, unique among its siblings.
  axis_key text collate "C",
  name text,
  brand text,
  gtin text collate "C",
  mpn text,
  -- Folded name, SKU, GTIN, MPN and brand: decomposed, without marks, lower case.
  search text not null,
  tags text[] not null default '{}',
  category_id uuid,
  currency text not null,
  price numeric(19, 4),
  completeness smallint not null,
  has_images boolean not null,
  -- Which attributes and select options the product uses, translations included: 'color', 'color=red'.
  attribute_keys text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The plain product as JSON text, a pure function of this row: rendered on write, sent as it is.
  document text not null,
  -- JSON text of the details of completeness, which only the single product shows.
  completeness_details text not null,
  primary key (workspace_id, id),
  -- With what an entity tag is made of, so that 304 and 412 are answered from the index.
  constraint product_sku unique (workspace_id, sku) include (id, version),
  constraint product_parent foreign key (workspace_id, parent_id)
    references product (workspace_id, id) on delete cascade,
  constraint product_category foreign key (workspace_id, category_id) references category (workspace_id, id),
  constraint product_type check (type in ('simple', 'parent', 'variant')),
  constraint product_status check (status in ('draft', 'in_review', 'approved', 'archived')),
  constraint product_variant_has_parent check ((type = 'variant') = (parent_id is not null)),
  constraint product_version_from_one check (version >= 1),
  constraint product_completeness_percent check (completeness between 0 and 100)
);
-- Compression costs more than it saves on a document that is written once and sent often.
alter table product alter column document set storage external;

create unique index product_axes on product (workspace_id, parent_id, axis_key) include (id, version)
  where parent_id is not null;
create index product_updated on product (workspace_id, updated_at, id);
create index product_top_level on product (workspace_id, updated_at, id) where parent_id is null;
create index product_created on product (workspace_id, created_at, id);
create index product_name on product (workspace_id, (coalesce(name, '') collate "und-x-icu"), id);
-- Products without a price come last in either direction; price_descending is read backwards.
create index product_price_ascending on product (workspace_id, (coalesce(price, 'Infinity'::numeric)), id);
create index product_price_descending on product (workspace_id, (coalesce(price, (-1)::numeric)), id);
create index product_completeness on product (workspace_id, completeness, id);
create index product_by_status on product (workspace_id, status, updated_at, id);
create index product_by_type on product (workspace_id, type, updated_at, id);
create index product_by_category on product (workspace_id, category_id, updated_at, id);
create index product_by_brand on product (workspace_id, brand, updated_at, id);
create index product_by_images on product (workspace_id, has_images, updated_at, id);
create index product_by_tag on product using gin (workspace_id, tags);
create index product_by_attribute on product using gin (workspace_id, attribute_keys);
create index product_by_text on product using gin (workspace_id, search gin_trgm_ops);

-- No foreign key to product: the events of a deleted product still refer to its versions.
create table product_version (
  workspace_id uuid not null,
  product_id uuid not null,
  version integer not null,
  created_at timestamptz(3) not null,
  event text not null,
  source text not null,
  actor jsonb not null,
  changed_fields text[] not null,
  status text not null,
  document text not null,
  primary key (workspace_id, product_id, version),
  constraint product_version_event check (event in ('created', 'updated', 'status_changed', 'restored')),
  constraint product_version_source check (source in ('api', 'import', 'bulk', 'job', 'app'))
);
alter table product_version alter column document set storage external;

create table product_unique_value (
  workspace_id uuid not null,
  attribute_id uuid not null,
  value text collate "C" not null,
  product_id uuid not null,
  primary key (workspace_id, attribute_id, value),
  constraint product_unique_value_attribute foreign key (workspace_id, attribute_id)
    references attribute (workspace_id, id) on delete cascade,
  constraint product_unique_value_product foreign key (workspace_id, product_id)
    references product (workspace_id, id) on delete cascade
);
create index product_unique_value_by_product on product_unique_value (workspace_id, product_id);

create table collection_product (
  workspace_id uuid not null,
  collection_id uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (workspace_id, collection_id, product_id),
  constraint collection_product_collection foreign key (workspace_id, collection_id)
    references collection (workspace_id, id) on delete cascade,
  constraint collection_product_product foreign key (workspace_id, product_id)
    references product (workspace_id, id) on delete cascade
);
create index collection_product_order on collection_product (workspace_id, collection_id, position, product_id);
create index collection_product_by_product on collection_product (workspace_id, product_id);

-- The sum over the slots changes whenever a product of the workspace changes; a count is reused while it stands
-- still. Several slots, so that writers do not queue on one row.
create table workspace_change (
  workspace_id uuid not null references workspace (id),
  slot smallint not null,
  products bigint not null default 0,
  primary key (workspace_id, slot)
) with (fillfactor = 50);

-- Work left by a change of the catalog, done in batches by a job that survives a crash.
create table completeness_recompute (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  reason text not null,
  -- Null: products of every category.
  category_ids uuid[],
  -- The last product done.
  after_id uuid,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
