-- The SKU and the MPN without separators, which search texts have behind marks: found by their start, or whole, however many
-- products have the same digits. Folding makes some characters eighteen: an entry of an index has to stay below 2,700 bytes.
create index product_by_sku_code on product
  (workspace_id, (left(split_part(split_part(search, chr(3), 2), chr(2), 1), 200) collate "C"));
create index product_by_mpn_code on product
  (workspace_id, (left(split_part(split_part(search, chr(4), 2), chr(2), 1), 200) collate "C")) where mpn is not null;

-- The marks of codes have changed.
delete from search_refresh;
insert into search_refresh (workspace_id, id, created_at) select id, gen_random_uuid(), now() from workspace;

-- A load leaves much to do soon: statistics, pages that are known as visible to all, which totals are counted by, and the
-- entries that indexes of texts and tags have put off, which every search reads until then.
alter table product set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
