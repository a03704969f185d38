-- How many products a workspace has: the sum over the slots. Lists without a filter show it on every page, and counting a
-- million products takes longer than reading the page. Triggers keep it, so that it is exact whoever writes products,
-- processes of an earlier version included. The slot is that of the connection: a transaction locks one row.
create table product_total (
  workspace_id uuid not null references workspace (id),
  slot smallint not null,
  total bigint not null,
  primary key (workspace_id, slot)
) with (fillfactor = 50);

create function count_products() returns trigger language plpgsql as $$
begin
  -- A statement that saves products and creates none is the usual one.
  if exists (select from changed) then
    insert into product_total (workspace_id, slot, total)
    select workspace_id, pg_backend_pid() % 8, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by workspace_id order by workspace_id
    on conflict (workspace_id, slot) do update set total = product_total.total + excluded.total;
  end if;
  return null;
end $$;

-- Creating a trigger keeps writers out until this transaction ends: what is counted is complete.
create trigger product_inserted after insert on product referencing new table as changed
  for each statement execute function count_products();
create trigger product_deleted after delete on product referencing old table as changed
  for each statement execute function count_products();
insert into product_total (workspace_id, slot, total)
select workspace_id, 0, count(*) from product group by workspace_id;
