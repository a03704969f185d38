import { sqlStatement, type Transaction } from '../../../storage/index.ts';
import type { IndexedNumber } from '../state/attribute-index.ts';

/** Each key occurs at most once on either side: removed rows are not inserted again. */
const replaceNumbers = sqlStatement({
  name: 'product.replace-numbers',
  parameters: {
    workspaceId: 'uuid',
    changedIds: 'uuid[]',
    productIds: 'uuid[]',
    attributeIds: 'uuid[]',
    values: 'double precision[]',
  },
  row: {},
  prepared: false,
  text: `
    with input as materialized (
      select * from unnest($productIds::uuid[], $attributeIds::uuid[], $values::double precision[])
        as input (product_id, attribute_id, value)
    ), removed as (
      delete from product_number n where n.workspace_id = $workspaceId
      and n.product_id in (select unnest($changedIds::uuid[]))
      and (n.product_id, n.attribute_id) not in (select product_id, attribute_id from input)
    )
    insert into product_number (workspace_id, product_id, attribute_id, value)
    select $workspaceId, product_id, attribute_id, value from input
    on conflict (workspace_id, product_id, attribute_id)
    do update set value = excluded.value where product_number.value <> excluded.value`,
});

/**
 * Saves the numbers by which ranges find products, in one statement.
 *
 * @param changedIds the products (UUIDs) with these numbers; they lose all others.
 */
export function saveNumbers(
  tx: Transaction,
  workspaceId: string,
  changedIds: readonly string[],
  numbers: readonly (IndexedNumber & { readonly productId: string })[],
): void {
  if (changedIds.length === 0) return;
  tx.send(replaceNumbers, {
    workspaceId,
    changedIds,
    productIds: numbers.map(({ productId }) => productId),
    attributeIds: numbers.map(({ attributeId }) => attributeId),
    values: numbers.map(({ value }) => value),
  });
}

/** Deletes the numbers of an attribute that is no longer filterable. */
export const removeNumbers = sqlStatement({
  name: 'product.remove-numbers',
  parameters: { workspaceId: 'uuid', attributeId: 'uuid' },
  row: {},
  prepared: false,
  text: 'delete from product_number where workspace_id = $workspaceId and attribute_id = $attributeId',
});
