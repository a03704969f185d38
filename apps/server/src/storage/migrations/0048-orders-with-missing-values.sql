-- Products without a name or price come last in either direction: a page is read from those that have one, and then from
-- those that have none. So one index serves both directions.
drop index product_name_ascending;
drop index product_name_descending;
create index product_name on product (workspace_id, name collate name_root, id);
drop index product_price_ascending;
drop index product_price_descending;
create index product_price on product (workspace_id, price, id);

-- Names often begin with what the products of a category have in common, such as a brand: in the order of names, they are
-- next to each other, and a walk from the start of the alphabet passes all others first.
create index product_by_category_name on product (workspace_id, category_id, name collate name_root, id);
