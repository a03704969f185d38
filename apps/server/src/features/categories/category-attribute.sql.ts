import { sqlStatement } from '../../storage/index.ts';

/** Replaces the attributes that a category lists itself. */
export const replaceOwnAttributes = sqlStatement({
  name: 'category_attribute.replace',
  parameters: {
    workspaceId: 'uuid',
    categoryId: 'uuid',
    attributeIds: 'uuid[]',
    required: 'boolean[]',
    positions: 'integer[]',
  },
  row: {},
  text: `
    with listed as (
      select * from unnest($attributeIds::uuid[], $required::boolean[], $positions::integer[])
        as l (attribute_id, required, position)
    ), removed as (
      delete from category_attribute
      where workspace_id = $workspaceId and category_id = $categoryId
        and attribute_id not in (select attribute_id from listed)
    )
    insert into category_attribute (workspace_id, category_id, attribute_id, required, position)
    select $workspaceId, $categoryId, attribute_id, required, position from listed
    on conflict (workspace_id, category_id, attribute_id)
    do update set required = excluded.required, position = excluded.position`,
});

/** The categories of a workspace, in the shape of the catalog in memory. */
export const categoriesOfCatalog = (workspaceId: string) => `
  select id, code, name, parent_id as "parentId"
  from category where workspace_id = ${workspaceId} order by position, code`;

/** The attributes that the categories of a workspace list themselves. */
export const settingsOfCatalog = (workspaceId: string) => `
  select category_id as "categoryId", attribute_id as "attributeId", required, position
  from category_attribute where workspace_id = ${workspaceId}`;
