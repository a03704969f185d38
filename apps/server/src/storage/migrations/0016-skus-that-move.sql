-- The SKUs a product's associations name, so that those can be found when one of them is renamed.
alter table product add column associated_skus text[] collate "C" not null default '{}';
update product p set associated_skus = array(
  select distinct sku from jsonb_each(p.document::jsonb -> 'associations') as a, jsonb_array_elements_text(a.value) as sku
) where p.document not like '%"associations":{}%';
create index product_by_association on product using gin (workspace_id, associated_skus) where associated_skus <> '{}';

-- Checked when a statement ends: products saved by one statement may pass on SKUs and combinations of axis values.
alter table product drop constraint product_sku;
alter table product add constraint product_sku unique (workspace_id, sku) include (id, version) deferrable;
drop index product_axes;
alter table product add constraint product_axes unique (workspace_id, parent_id, axis_key) include (id, version)
  deferrable;
