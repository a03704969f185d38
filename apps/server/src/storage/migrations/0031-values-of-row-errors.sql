-- What the cell has that an error of a row is about.
alter table job_error add column value text;
