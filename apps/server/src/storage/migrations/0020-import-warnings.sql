-- Warnings of a job: how many, and the first of them.
alter table job add column warning_count integer not null default 0;
alter table job add column warnings jsonb not null default '[]';

-- What names the product of each row of a running import, to find rows that name one again. No foreign key to job: it
-- would be checked for each row.
create table import_key (
  workspace_id uuid not null,
  job_id uuid not null,
  key text collate "C" not null,
  -- The first row that has it.
  "row" integer not null,
  -- A row that has it is kept for later: those behind it have to be, too.
  put_aside boolean not null default false,
  primary key (workspace_id, job_id, key)
);

-- Rows are kept as the file has them: what records they lack is found out when they are saved. Imports that have put
-- rows aside begin again, which changes nothing of what they have saved.
with restarted as (
  update job set checkpoint = null, error_count = 0
  where type = 'import' and due_at is not null and (workspace_id, id) in (select workspace_id, job_id from import_row)
  returning workspace_id, id
)
delete from job_error e using restarted r where e.workspace_id = r.workspace_id and e.job_id = r.id;
delete from import_row;
alter table import_row drop column command;
alter table import_row add column cells text not null;
alter table import_row rename column has_parent to is_late;

-- How the numbers of a file are written is found out when an import is accepted: for those that were accepted before,
-- what can be read in two ways is an error of its row.
update job set input = jsonb_set(input, '{plan,separators}', '{}') where type = 'import' and due_at is not null;
