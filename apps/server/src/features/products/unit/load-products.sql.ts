import { sqlStatement } from '../../../storage/index.ts';

/**
 * Statements that load a unit of work. Rows are looked up one by one inside the statements, with an index: `limit` and
 * `offset` force the planner to do so. A list in `any` is planned by statistics, and a table that just grew has none:
 * it would be scanned until its next analysis. None but that of a single target is prepared, so that no plan outlives the
 * table size it was made for.
 */

const stored = { id: 'uuid', document: 'text', completenessDetails: 'text' } as const;

const readEach = (lock: 'for no key update' | '') => `
  cross join lateral (
    select id, document, completeness_details as "completenessDetails" from product
    where workspace_id = $workspaceId and id = wanted.id limit 1 ${lock}
  ) as locked`;
const lockEach = readEach('for no key update');

const targets = {
  parameters: { workspaceId: 'uuid', skus: 'text[]', ids: 'uuid[]' },
  row: stored,
  prepared: false,
} as const;
const targetsText = (each: string) => `
    with target as (
      select found.id, found.parent_id from unnest($skus::text[]) as wanted (sku)
      cross join lateral (
        select id, parent_id from product where workspace_id = $workspaceId and sku = wanted.sku limit 1
      ) as found
      union
      select found.id, found.parent_id from unnest($ids::uuid[]) as wanted (id)
      cross join lateral (
        select id, parent_id from product where workspace_id = $workspaceId and id = wanted.id limit 1
      ) as found
    )
    select locked.* from (
      select id from target union select parent_id from target where parent_id is not null order by id
    ) as wanted ${each}`;

/** Products to write, and their parents. Rows are locked in the order of their ids, so that writers do not deadlock. */
export const lockTargets = sqlStatement({ ...targets, name: 'product.lock-targets', text: targetsText(lockEach) });

/** The same rows without locks, for a dry run: each lock would write to its row. */
export const findTargets = sqlStatement({ ...targets, name: 'product.find-targets', text: targetsText(readEach('')) });

/**
 * {@link lockTargets} of one reference. Most changes are of one product, and planning takes longer than reading it: this
 * one is prepared, as what a GET sends is. If `begin` fails, its lock ends with it.
 */
export const lockTarget = sqlStatement({
  name: 'product.lock-target',
  withBegin: true,
  parameters: { workspaceId: 'uuid', sku: 'text', id: 'uuid?' },
  row: stored,
  text: `
    with target as (
      select id, parent_id from product where workspace_id = $workspaceId and sku = $sku
      union
      select id, parent_id from product where workspace_id = $workspaceId and id = $id
    )
    select locked.* from (
      select id from target union select parent_id from target where parent_id is not null order by id
    ) as wanted ${lockEach}`,
});

export const lockParents = sqlStatement({
  name: 'product.lock-parents',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]' },
  row: stored,
  prepared: false,
  text: `
    select locked.* from (select id from unnest($ids::uuid[]) as id order by id) as wanted ${lockEach}`,
});

export const lockVariants = sqlStatement({
  name: 'product.lock-variants',
  parameters: { workspaceId: 'uuid', parentIds: 'uuid[]' },
  row: stored,
  prepared: false,
  text: `
    select locked.* from (
      select variant.id from unnest($parentIds::uuid[]) as parent (id)
      cross join lateral (
        select id from product where workspace_id = $workspaceId and parent_id = parent.id offset 0
      ) as variant
      order by variant.id
    ) as wanted ${lockEach}`,
});

/** Products with associations to these SKUs, at most `most`; null: all. */
export const lockAssociated = sqlStatement({
  name: 'product.lock-associated',
  parameters: { workspaceId: 'uuid', skus: 'text[]', most: 'bigint?' },
  row: stored,
  prepared: false,
  text: `
    select locked.* from (
      select distinct other.id from unnest($skus::text[]) as wanted (sku)
      cross join lateral (
        select id from product
        where workspace_id = $workspaceId and associated_skus <> '{}' and associated_skus @> array[wanted.sku] offset 0
      ) as other
      order by other.id limit $most
    ) as wanted ${lockEach}`,
});

/** The combinations of axis values in use. */
export const selectAxisKeys = sqlStatement({
  name: 'product.axis-keys',
  parameters: { workspaceId: 'uuid', parentIds: 'uuid[]' },
  row: { id: 'uuid', parentId: 'uuid?', axisKey: 'text?' },
  prepared: false,
  text: `
    select variant.* from unnest($parentIds::uuid[]) as parent (id)
    cross join lateral (
      select id, parent_id as "parentId", axis_key as "axisKey" from product
      where workspace_id = $workspaceId and parent_id = parent.id and axis_key is not null offset 0
    ) as variant`,
});

/** The holders of these values of unique attributes. */
export const selectUniqueValues = sqlStatement({
  name: 'product.unique-values',
  parameters: { workspaceId: 'uuid', attributeIds: 'uuid[]', values: 'text[]' },
  row: { attributeId: 'uuid', value: 'text', productId: 'uuid' },
  prepared: false,
  text: `
    select held.* from unnest($attributeIds::uuid[], $values::text[]) as wanted (attribute_id, value)
    cross join lateral (
      select attribute_id as "attributeId", value, product_id as "productId" from product_unique_value
      where workspace_id = $workspaceId and attribute_id = wanted.attribute_id and value = wanted.value limit 1
    ) as held`,
});

/** Those of the SKUs that products have. */
export const selectSkus = sqlStatement({
  name: 'product.existing-skus',
  parameters: { workspaceId: 'uuid', skus: 'text[]' },
  row: { sku: 'text' },
  prepared: false,
  text: `
    select found.sku from unnest($skus::text[]) as wanted (sku)
    cross join lateral (
      select sku from product where workspace_id = $workspaceId and sku = wanted.sku limit 1
    ) as found`,
});
