import { sqlStatement } from '../../../storage/index.ts';

/** Products by what names them; an id match wins, and a name of no product has no id. In the order of the names. */
export const resolveProducts = sqlStatement({
  name: 'product.resolve',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]', skus: 'text[]' },
  row: { id: 'uuid?' },
  text: `
    select coalesce(by_id.id, by_sku.id) as id
    from unnest($ids::uuid[], $skus::text[]) with ordinality as named (id, sku, place)
    left join product by_id on by_id.workspace_id = $workspaceId and by_id.id = named.id
    left join product by_sku on by_sku.workspace_id = $workspaceId and by_sku.sku = named.sku
    order by named.place`,
});
