-- Words of the names and brands of each workspace, which searches with typos are corrected to.
create table search_word (
  workspace_id uuid not null,
  word text collate "C" not null,
  -- The word, and what is left of it without one of its letters.
  spellings text[] collate "C" not null,
  primary key (workspace_id, word)
);
create index search_word_by_spelling on search_word using gin (workspace_id, spellings);

-- The column `search` of products holds more than before. A task makes it anew for those that exist, in batches: until
-- then they are found as before.
create table search_refresh (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  -- The last product done.
  after_id uuid,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
insert into search_refresh (workspace_id, id, created_at) select id, gen_random_uuid(), now() from workspace;
