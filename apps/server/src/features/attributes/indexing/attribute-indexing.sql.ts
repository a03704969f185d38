import { sqlStatement } from '../../../storage/index.ts';

const key = { workspaceId: 'uuid', attributeId: 'uuid' } as const;
const ofKey = 'where workspace_id = $workspaceId and attribute_id = $attributeId';
const ofAttribute = 'where attribute.workspace_id = $workspaceId and attribute.id = $attributeId';

export const countFilterable = sqlStatement({
  name: 'attribute.count-filterable',
  parameters: { workspaceId: 'uuid' },
  row: { number: 'integer' },
  text: `
    select count(*)::int as number from attribute
    where workspace_id = $workspaceId and filter_progress is not null`,
});

export const insertIndexing = sqlStatement({
  name: 'attribute_indexing.insert',
  parameters: { ...key, total: 'integer', at: 'timestamptz' },
  row: {},
  text: `
    insert into attribute_indexing (workspace_id, attribute_id, total, created_at)
    values ($workspaceId, $attributeId, $total, $at)`,
});

export const removeIndexing = sqlStatement({
  name: 'attribute_indexing.remove',
  parameters: key,
  row: {},
  text: `delete from attribute_indexing ${ofKey}`,
});

/** The oldest one; it is claimed once the catalog of its workspace is locked. */
export const nextIndexing = sqlStatement({
  name: 'attribute_indexing.next',
  parameters: {},
  row: { ...key, complete: 'boolean' },
  text: `
    select workspace_id as "workspaceId", attribute_id as "attributeId", complete
    from attribute_indexing order by created_at limit 1`,
});

/** No row when another worker has claimed it, or it no longer exists. */
export const claimIndexing = sqlStatement({
  name: 'attribute_indexing.claim',
  parameters: key,
  row: { complete: 'boolean', afterId: 'uuid?', code: 'text' },
  text: `
    select i.complete, i.after_id as "afterId", a.code
    from attribute_indexing i join attribute a on a.workspace_id = i.workspace_id and a.id = i.attribute_id
    where i.workspace_id = $workspaceId and i.attribute_id = $attributeId for update of i skip locked`,
});

/** Records the last product done, and shows the progress. */
export const advanceIndexing = sqlStatement({
  name: 'attribute_indexing.advance',
  parameters: { ...key, afterId: 'uuid', done: 'integer' },
  row: {},
  text: `
    with advanced as (
      update attribute_indexing set after_id = $afterId, done = done + $done ${ofKey} returning done, total
    )
    update attribute set filter_progress = least(99, advanced.done * 100.0 / advanced.total)
    from advanced ${ofAttribute}`,
});

/** Records that all products are done. */
export const completeIndexing = sqlStatement({
  name: 'attribute_indexing.complete',
  parameters: key,
  row: {},
  text: `update attribute_indexing set complete = true ${ofKey}`,
});

/** Makes lists filterable by the attribute. */
export const finishIndexing = sqlStatement({
  name: 'attribute_indexing.finish',
  parameters: key,
  row: {},
  text: `
    with finished as (delete from attribute_indexing ${ofKey})
    update attribute set filter_progress = 100 ${ofAttribute}`,
});
