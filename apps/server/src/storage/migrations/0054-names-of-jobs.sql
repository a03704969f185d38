-- What tells the jobs of a list apart: their file, and whether they only check it.
alter table job add column file_name text, add column dry_run boolean not null default false;

update job
set file_name = input ->> 'fileName', dry_run = coalesce((input #> '{plan,options,dryRun}')::boolean, false)
where type <> 'channel.publish';
