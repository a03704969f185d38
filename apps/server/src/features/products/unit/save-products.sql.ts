import { columnNamesOf, sqlStatement } from '../../../storage/index.ts';
import { ProductEntity } from '../product.entity.ts';
import { countChange } from '../workspace-change.sql.ts';

const columns = columnNamesOf(ProductEntity).filter((column) => column !== 'workspace_id');
const sentAsJson = columns.filter((column) => column !== 'document');
const assignmentsFrom = (source: 'excluded' | 'input') =>
  columns
    .filter((column) => column !== 'id' && column !== 'created_at')
    .map((column) => `${column} = ${source}.${column}`)
    .join(', ');

const saved = {
  workspaceId: 'uuid',
  products: 'json',
  documents: 'text',
  versions: 'json',
  source: 'text',
  actor: 'jsonb',
  slot: 'smallint',
} as const;

/** @param save writes the rows of `input`. */
const savingText = (save: string) => `
    with input as materialized (
      select ${sentAsJson.join(', ')}, string_to_table as document
      from rows from (json_populate_recordset(null::product, $products::json), string_to_table($documents, chr(10)))
    ), saved as (${save}), versions as (
      insert into product_version
        (workspace_id, product_id, version, created_at, event, source, actor, changed_fields, status, document)
      select $workspaceId, v.product_id, v.version, v.created_at, v.event, $source, $actor::jsonb, v.changed_fields,
        v.status, coalesce(v.document, input.document)
      from json_populate_recordset(null::product_version, $versions::json) as v join input on input.id = v.product_id
    ) ${countChange('products', '$slot')}`;

/**
 * Saves products, their versions and the change token of the workspace, in one statement. Rows are JSON objects with the
 * names of columns. Their documents, most of what is sent, are the lines of a text: encoded again within JSON, they would
 * be longer and have to be decoded. JSON has no line breaks. The last version of a product has the same text as it.
 */
export const saveProducts = sqlStatement({
  name: 'product.save',
  parameters: saved,
  row: {},
  text: savingText(`
      insert into product (workspace_id, ${columns.join(', ')})
      select $workspaceId, ${columns.join(', ')} from input
      on conflict (workspace_id, id) do update set ${assignmentsFrom('excluded')}`),
});

/**
 * {@link saveProducts} of one product that exists, which looks for no conflict and counts no new products. For many,
 * that saves nothing, and a plan that outlives the size of the table might read all of it.
 */
export const changeProduct = sqlStatement({
  name: 'product.change',
  parameters: { ...saved, id: 'uuid' },
  row: {},
  text: savingText(`
      update product set ${assignmentsFrom('input')} from input
      where product.workspace_id = $workspaceId and product.id = $id`),
});

/** Releases SKUs that other products take in the same change: the index compares each row as it is written. */
export const releaseSkus = sqlStatement({
  name: 'product.release-skus',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]' },
  row: {},
  prepared: false,
  // No SKU has a space.
  text: "update product set sku = ' ' || id where workspace_id = $workspaceId and id = any($ids::uuid[])",
});

export const deleteProducts = sqlStatement({
  name: 'product.delete',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]' },
  row: {},
  prepared: false,
  text: `
    with deleted as (
      delete from product where workspace_id = $workspaceId and id = any($ids::uuid[])
    ) ${countChange('products', '0')}`,
});

const uniqueValues = { workspaceId: 'uuid', attributeIds: 'uuid[]', values: 'text[]', productIds: 'uuid[]' } as const;

export const releaseUniqueValues = sqlStatement({
  name: 'product.release-unique-values',
  parameters: uniqueValues,
  row: {},
  prepared: false,
  text: `
    delete from product_unique_value where workspace_id = $workspaceId
    and (attribute_id, value, product_id) in (
      select * from unnest($attributeIds::uuid[], $values::text[], $productIds::uuid[]))`,
});

/** In a fixed order, so that writers claiming the same values wait for each other instead of deadlocking. */
export const claimUniqueValues = sqlStatement({
  name: 'product.claim-unique-values',
  parameters: uniqueValues,
  row: {},
  text: `
    insert into product_unique_value (workspace_id, attribute_id, value, product_id)
    select $workspaceId, * from unnest($attributeIds::uuid[], $values::text[], $productIds::uuid[])
    order by 2, 3`,
});
