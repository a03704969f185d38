import { sqlStatement } from '../../../storage/index.ts';

/** Replaces the products of a collection by a list, in order. */
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

const pairs = { workspaceId: 'uuid', recordIds: 'uuid[]', productIds: 'uuid[]' } as const;

export const leaveCollections = sqlStatement({
  name: 'product.leave-collections',
  parameters: pairs,
  row: {},
  prepared: false,
  text: `
    delete from collection_product where workspace_id = $workspaceId
    and (collection_id, product_id) in (select * from unnest($recordIds::uuid[], $productIds::uuid[]))`,
});

/** Appends products to a collection, in the order they were saved. */
export const joinCollections = sqlStatement({
  name: 'product.join-collections',
  parameters: pairs,
  row: {},
  prepared: false,
  text: `
    insert into collection_product (workspace_id, collection_id, product_id, position)
    select $workspaceId, j.collection_id, j.product_id,
      coalesce(last.position, -1) + row_number() over (partition by j.collection_id order by j.place)
    from unnest($recordIds::uuid[], $productIds::uuid[]) with ordinality as j (collection_id, product_id, place)
    left join lateral (
      select max(position) as position from collection_product c
      where c.workspace_id = $workspaceId and c.collection_id = j.collection_id
    ) last on true`,
});

export const unlinkAssets = sqlStatement({
  name: 'product.unlink-assets',
  parameters: pairs,
  row: {},
  prepared: false,
  text: `
    delete from product_asset where workspace_id = $workspaceId
    and (asset_id, product_id) in (select * from unnest($recordIds::uuid[], $productIds::uuid[]))`,
});

export const linkAssets = sqlStatement({
  name: 'product.link-assets',
  parameters: pairs,
  row: {},
  prepared: false,
  text: `
    insert into product_asset (workspace_id, asset_id, product_id)
    select $workspaceId, * from unnest($recordIds::uuid[], $productIds::uuid[])`,
});
