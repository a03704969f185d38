import { sqlStatement } from '../../storage/index.ts';

/** Products listed as samples. */
const samples = 5;

/** Maximum number of listed names. */
const maxNames = 20;

/** @param found a statement that returns `sku` and `name`, one row for each name of a product. */
const summarize = (found: string) => `
  with found as materialized (${found})
  select count(distinct sku) as count,
    array(select distinct sku from found order by sku limit ${samples}) as samples,
    array(select distinct name from found order by name limit ${maxNames}) as names
  from found`;

/** The number of products, some of their SKUs, and the invalid names they refer to, without duplicates. */
const row = { count: 'bigint', samples: 'text[]', names: 'text[]' } as const;

/** Products whose prices are in none of the workspace's currencies. */
export const findForeignCurrencies = sqlStatement({
  name: 'product.foreign-currencies',
  parameters: { workspaceId: 'uuid', currencies: 'text[]' },
  row,
  prepared: false,
  text: summarize(`
    select p.sku, c.code as name from product p
    cross join lateral (
      select p.currency as code union select jsonb_object_keys(p.document::jsonb -> 'prices')
    ) as c
    where p.workspace_id = $workspaceId and c.code <> all($currencies::text[])`),
});

/** Products with associations to SKUs that no product has, and that no job is about to remove. */
export const findLostAssociations = sqlStatement({
  name: 'product.lost-associations',
  parameters: { workspaceId: 'uuid' },
  row,
  prepared: false,
  text: summarize(`
    select p.sku, other.sku as name from product p cross join unnest(p.associated_skus) as other (sku)
    where p.workspace_id = $workspaceId and p.associated_skus <> '{}'
    and not exists (select from product q where q.workspace_id = $workspaceId and q.sku = other.sku)
    and not exists (
      select from association_removal r where r.workspace_id = $workspaceId and other.sku = any(r.skus))`),
});
