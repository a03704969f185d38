-- A process of 1.0.0 that runs beside this release, or after going back to it for a while, writes products without the
-- parts that searches for codes and words look in. Such a product has all of its workspace refreshed a minute later.
create function refresh_search_later() returns trigger language plpgsql as $$
begin
  -- The lock keeps a refresh that waits from starting before this product can be seen.
  perform from search_refresh where workspace_id = new.workspace_id and after_id is null limit 1 for key share;
  if not found then
    insert into search_refresh (workspace_id, id, created_at)
    values (new.workspace_id, gen_random_uuid(), now() + interval '1 minute');
  end if;
  return null;
end $$;

-- Every search text of this release has the mark of the SKU.
create trigger product_search_outdated after insert or update of search on product
  for each row when (position(chr(3) in new.search) = 0) execute function refresh_search_later();
