-- Random secrets all processes on this database share, such as the one that signs cursors.
create table shared_secret (
  name text collate "C" primary key,
  value bytea not null,
  created_at timestamptz(3) not null
);
