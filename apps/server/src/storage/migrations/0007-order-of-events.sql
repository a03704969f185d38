-- What readers of events must wait for: an event can be read once every transaction up to this id has ended. It is the
-- id of the event's own transaction or, when that is greater, of the last one that had ended when the event was
-- written, so that what follows from another change is also ordered after it. Events from before are settled alike
-- and keep the order of their ids.
alter table outbox add column settled_after bigint not null default greatest(
  pg_current_xact_id()::text::bigint,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1
);
create index outbox_order on outbox (workspace_id, settled_after, id) include (type);
