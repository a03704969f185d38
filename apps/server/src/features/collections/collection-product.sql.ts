import { sqlStatement } from '../../storage/index.ts';

/** Makes a list the products of a collection, in its order. */
export const replaceMembers = sqlStatement({
  name: 'collection.replace',
  parameters: { workspaceId: 'uuid', collectionId: 'uuid', productIds: 'uuid[]' },
  row: {},
  text: `
    with listed as (
      select id, place - 1 as position from unnest($productIds::uuid[]) with ordinality as l (id, place)
    ), removed as (
      delete from collection_product
      where workspace_id = $workspaceId and collection_id = $collectionId
        and product_id not in (select id from listed)
    )
    insert into collection_product as member (workspace_id, collection_id, product_id, position)
    select $workspaceId, $collectionId, id, position from listed
    on conflict (workspace_id, collection_id, product_id)
    do update set position = excluded.position where member.position <> excluded.position`,
});
