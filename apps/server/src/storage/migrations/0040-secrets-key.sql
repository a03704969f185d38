-- Which key of the settings a secret is encrypted with; null for none.
alter table shared_secret add column key_id text;
