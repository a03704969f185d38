import { sqlStatement } from '../../../storage/index.ts';

/** How many products use an attribute. */
export const countUsers = sqlStatement({
  name: 'product.count-attribute-users',
  parameters: { workspaceId: 'uuid', code: 'text' },
  row: { number: 'integer' },
  prepared: false,
  text: `
    select count(*)::int as number from product
    where workspace_id = $workspaceId and attribute_keys && array[$code]`,
});

/**
 * Updates the keys of products: `[{"id": …, "keys": […]}]`. Their content does not change, and neither do their
 * versions.
 */
export const updateKeys = sqlStatement({
  name: 'product.update-attribute-keys',
  parameters: { workspaceId: 'uuid', products: 'json' },
  row: {},
  prepared: false,
  text: `
    update product set attribute_keys = input.keys
    from json_to_recordset($products) as input (id uuid, keys text[])
    where product.workspace_id = $workspaceId and product.id = input.id
    and product.attribute_keys is distinct from input.keys`,
});
