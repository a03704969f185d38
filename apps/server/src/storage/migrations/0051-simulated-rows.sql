-- Rows that a dry run would have saved. Processes of 1.0.0, which may run beside this release, call them rehearsed.
alter table import_row drop constraint import_row_state_check,
  add constraint import_row_state_check check (state in ('waiting', 'due', 'hopeless', 'rehearsed', 'simulated'));
update import_row set state = 'simulated' where state = 'rehearsed';
