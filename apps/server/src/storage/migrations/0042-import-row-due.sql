-- due: a row of a file of catalog records that waited, and whose turn has come.
alter table import_row drop constraint import_row_state_check,
  add constraint import_row_state_check check (state in ('waiting', 'due', 'hopeless', 'rehearsed'));
