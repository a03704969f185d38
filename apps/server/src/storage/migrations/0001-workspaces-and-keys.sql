-- Ids are UUIDv7. Every key and index leads with workspace_id, so that a workspace's rows lie together;
-- api_key is looked up before the workspace is known.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create table workspace (
  id uuid primary key,
  slug text collate "C" not null constraint workspace_slug_unique unique,
  name text not null,
  default_locale text not null,
  locales text[] not null,
  default_currency text not null,
  currencies text[] not null,
  -- Bumped by every change to categories, attributes, groups and collections.
  catalog_version bigint not null default 1,
  created_at timestamptz(3) not null,
  constraint workspace_default_locale_listed check (default_locale = any (locales)),
  constraint workspace_default_currency_listed check (default_currency = any (currencies))
);

create table api_key (
  id uuid primary key,
  workspace_id uuid not null references workspace (id),
  name text not null,
  -- The first characters of the key, shown to people.
  prefix text not null,
  -- SHA-256 of the secret.
  hash bytea not null check (octet_length(hash) = 32),
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);
create index api_key_workspace on api_key (workspace_id, id);
