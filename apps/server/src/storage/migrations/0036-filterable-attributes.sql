-- Percent of the values of an attribute that lists can be filtered by; null where they cannot.
alter table attribute add column filter_progress smallint
  constraint attribute_filter_progress check (filter_progress between 0 and 100);

-- Numbers, and dates as days since 1970, of filterable attributes: what ranges are found by.
create table product_number (
  workspace_id uuid not null,
  product_id uuid not null,
  attribute_id uuid not null,
  value double precision not null,
  primary key (workspace_id, product_id, attribute_id),
  constraint product_number_attribute foreign key (workspace_id, attribute_id)
    references attribute (workspace_id, id) on delete cascade,
  constraint product_number_product foreign key (workspace_id, product_id)
    references product (workspace_id, id) on delete cascade
);
create index product_number_by_value on product_number (workspace_id, attribute_id, value, product_id);

-- Attributes whose values a job indexes.
create table attribute_indexing (
  workspace_id uuid not null,
  attribute_id uuid not null,
  -- The last product done.
  after_id uuid,
  done integer not null default 0,
  total integer not null,
  complete boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, attribute_id),
  constraint attribute_indexing_attribute foreign key (workspace_id, attribute_id)
    references attribute (workspace_id, id) on delete cascade
);

-- An eighth of the products in an order that says nothing about them: samples are read from its start.
create index product_sample on product (workspace_id, substring(uuid_send(id) from 13))
  where get_byte(uuid_send(id), 15) < 32;
