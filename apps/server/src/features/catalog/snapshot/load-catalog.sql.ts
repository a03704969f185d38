import { sqlStatement } from '../../../storage/index.ts';

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;

/**
 * One statement sees one state: all of it belongs to the version it is read with. An attribute with all its options is
 * a row of its own, behind the row of everything else.
 */
export const selectCatalog = sqlStatement({
  name: 'catalog.load',
  parameters: { workspaceId: 'uuid' },
  row: {
    place: 'bigint',
    attribute: 'text?',
    version: 'text?',
    categories: 'json?',
    settings: 'json?',
    collections: 'json?',
  },
  text: `
    select 0 as place, null::text as attribute, w.catalog_version::text as version,
      ${list(`
        select id, code, name, parent_id as "parentId"
        from category where workspace_id = w.id order by position, code`)} as categories,
      ${list(`
        select category_id as "categoryId", attribute_id as "attributeId", required, position
        from category_attribute where workspace_id = w.id`)} as settings,
      ${list('select id, code, name from collection where workspace_id = w.id order by position, code')} as collections
    from workspace w where w.id = $workspaceId
    union all
    select row_number() over (order by a.position, a.code), row_to_json(a)::text, null, null, null, null
    from (
      select id, code, label, type, localizable, required, is_unique as "isUnique", usable_as_axis as "usableAsAxis",
        default_value as "defaultValue", options, validation, position
      from attribute where workspace_id = $workspaceId
    ) a
    order by place`,
});

export const selectCatalogVersion = sqlStatement({
  name: 'catalog.version',
  parameters: { workspaceId: 'uuid' },
  row: { version: 'text' },
  text: 'select catalog_version::text as version from workspace where id = $workspaceId',
});
