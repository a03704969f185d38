import { type SqlTypes, sqlStatement } from '../../../storage/index.ts';

/** Those of some attributes and options that products use, as `color` and `color=red`. */
export const selectUsedKeys = sqlStatement({
  name: 'product.used-keys',
  parameters: { workspaceId: 'uuid', keys: 'text[]' },
  row: { key: 'text' },
  prepared: false,
  text: `
    select distinct key from product p, unnest(p.attribute_keys) as key
    where p.workspace_id = $workspaceId and p.attribute_keys && $keys::text[] and key = any($keys::text[])`,
});

/** Those of the attributes that a parent has as an axis. */
export const selectUsedAxes = sqlStatement({
  name: 'product.used-axes',
  parameters: { workspaceId: 'uuid', codes: 'text[]' },
  row: { code: 'text' },
  prepared: false,
  text: `
    select given.code from unnest($codes::text[]) as given (code)
    where exists (
      select from product p
      where p.workspace_id = $workspaceId and p.type = 'parent' and (p.document::jsonb -> 'variantAxes') ? given.code)`,
});

/**
 * Work on very many products that a change has left to a job: a table with one row for each change.
 *
 * @param due the condition under which it may begin.
 */
function pendingWork<const Types extends SqlTypes>(
  table: string,
  columns: readonly string[],
  types: Types,
  due = 'true',
) {
  const key = { workspaceId: 'uuid', id: 'uuid' } as const;
  const ofKey = 'where workspace_id = $workspaceId and id = $id';
  return {
    /** A row while there is work that is due. */
    pending: sqlStatement({
      name: `${table}.pending`,
      parameters: {},
      row: {},
      text: `select from ${table} where ${due} limit 1`,
    }),
    /** The oldest row that is due and that no other worker has claimed. */
    claim: sqlStatement({
      name: `${table}.claim`,
      parameters: {},
      row: { ...key, afterId: 'uuid?', ...types },
      text: `
        select ${['workspace_id as "workspaceId"', 'id', 'after_id as "afterId"', ...columns].join(', ')} from ${table}
        where ${due} order by created_at limit 1 for update skip locked`,
    }),
    /** Saves the last product done. */
    advance: sqlStatement({
      name: `${table}.advance`,
      parameters: { ...key, afterId: 'uuid' },
      row: {},
      text: `update ${table} set after_id = $afterId ${ofKey}`,
    }),
    finish: sqlStatement({
      name: `${table}.finish`,
      parameters: key,
      row: {},
      text: `delete from ${table} ${ofKey}`,
    }),
  };
}

export const pendingRecomputes = pendingWork('completeness_recompute', ['category_ids as "categoryIds"'], {
  categoryIds: 'uuid[]?',
});

export const pendingRemovals = pendingWork('association_removal', ['skus'], { skus: 'text[]' });

export const pendingSearchRefreshes = pendingWork('search_refresh', [], {}, 'created_at <= now()');
