-- How often a key has used what is deprecated: an operation (field is empty), or a field of its input.
create table deprecated_use (
  api_key_id uuid not null references api_key (id) on delete cascade,
  operation_id text not null,
  field text not null,
  uses bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (api_key_id, operation_id, field)
);
