-- Checked row by row, as products are written: writers of the same products wait for each other at the first of them,
-- and do not deadlock. A check at the end of a statement lets both write all of their products first.
alter table product drop constraint product_sku;
alter table product add constraint product_sku unique (workspace_id, sku) include (id, version);
