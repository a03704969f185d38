create table category (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  code text collate "C" not null,
  name text not null,
  description text,
  translations jsonb not null default '{}',
  parent_id uuid,
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint category_code unique (workspace_id, code),
  constraint category_parent foreign key (workspace_id, parent_id) references category (workspace_id, id),
  constraint category_not_its_own_parent check (parent_id <> id)
);
create index category_siblings on category (workspace_id, parent_id, position);

create table attribute_group (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  code text collate "C" not null,
  label text not null,
  labels jsonb not null default '{}',
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint attribute_group_code unique (workspace_id, code)
);

create table attribute (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  code text collate "C" not null,
  label text not null,
  labels jsonb not null default '{}',
  type text not null,
  group_id uuid,
  localizable boolean not null,
  required boolean not null,
  is_unique boolean not null,
  usable_as_axis boolean not null,
  unit text,
  default_value jsonb,
  options jsonb not null default '[]',
  validation jsonb not null default '{}',
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint attribute_code unique (workspace_id, code),
  constraint attribute_group_of foreign key (workspace_id, group_id)
    references attribute_group (workspace_id, id) on delete set null (group_id),
  constraint attribute_type check (type in (
    'text', 'textarea', 'richtext', 'integer', 'decimal', 'boolean', 'select', 'multiselect', 'date', 'url', 'color'
  ))
);
create index attribute_by_group on attribute (workspace_id, group_id);

create table category_attribute (
  workspace_id uuid not null,
  category_id uuid not null,
  attribute_id uuid not null,
  -- Null: as the attribute's definition says.
  required boolean,
  position integer not null,
  primary key (workspace_id, category_id, attribute_id),
  constraint category_attribute_category foreign key (workspace_id, category_id)
    references category (workspace_id, id) on delete cascade,
  constraint category_attribute_attribute foreign key (workspace_id, attribute_id)
    references attribute (workspace_id, id) on delete cascade
);
create index category_attribute_by_attribute on category_attribute (workspace_id, attribute_id);

create table collection (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  code text collate "C" not null,
  name text not null,
  description text,
  translations jsonb not null default '{}',
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint collection_code unique (workspace_id, code)
);
