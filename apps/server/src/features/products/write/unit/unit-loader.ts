import { associationTypes, type ProductInput } from '@product-content/contract';
import { decodeId, forEachInSlices } from '../../../../kernel/index.ts';
import type { Transaction } from '../../../../storage/index.ts';
import type { ImageAssetSource } from '../../product-images.ts';
import { associationLockOf, lockAssociations } from './association-lock.ts';
import type { ProductUnit } from './product-unit.ts';
import { uniqueText } from './unique-value-register.ts';
import { associatedWith, type StoredProductRow, toEntry } from './unit-entry.ts';

/**
 * Rows are looked up one by one inside the statements here, by an index: `limit` and `offset` keep the planner to that. A list in
 * `any` is planned by statistics, and a table that just grew has none: it would be read whole until its next analysis.
 * The statements have no names, so that no plan outlives the size it was made for.
 */
const lockEach = `
  cross join lateral (
    select id, document, completeness_details from product
    where workspace_id = $1 and id = wanted.id limit 1 for no key update
  ) as locked`;

/** Targets and the parents of targets. Rows are locked in the order of their ids, so that writers do not deadlock. */
const selectTargets = `
  with target as (
    select found.id, found.parent_id from unnest($2::text[]) as wanted (sku)
    cross join lateral (select id, parent_id from product where workspace_id = $1 and sku = wanted.sku limit 1) as found
    union
    select found.id, found.parent_id from unnest($3::uuid[]) as wanted (id)
    cross join lateral (select id, parent_id from product where workspace_id = $1 and id = wanted.id limit 1) as found
  )
  select locked.* from (
    select id from target union select parent_id from target where parent_id is not null order by id
  ) as wanted ${lockEach}`;

const selectParents = `
  select locked.* from (select id from unnest($2::uuid[]) as id order by id) as wanted ${lockEach}`;

const selectVariants = `
  select locked.* from (
    select variant.id from unnest($2::uuid[]) as parent (id)
    cross join lateral (select id from product where workspace_id = $1 and parent_id = parent.id offset 0) as variant
    order by variant.id
  ) as wanted ${lockEach}`;

/** At most $3 products; null: all. */
const selectAssociated = `
  select locked.* from (
    select distinct other.id from unnest($2::text[]) as wanted (sku)
    cross join lateral (
      select id from product where workspace_id = $1 and associated_skus <> '{}' and associated_skus @> array[wanted.sku] offset 0
    ) as other
    order by other.id limit $3
  ) as wanted ${lockEach}`;

const selectAxisKeys = `
  select variant.* from unnest($2::uuid[]) as parent (id)
  cross join lateral (
    select id, parent_id, axis_key from product
    where workspace_id = $1 and parent_id = parent.id and axis_key is not null offset 0
  ) as variant`;

const selectUniqueValues = `
  select held.* from unnest($2::uuid[], $3::text[]) as wanted (attribute_id, value)
  cross join lateral (
    select attribute_id, value, product_id from product_unique_value
    where workspace_id = $1 and attribute_id = wanted.attribute_id and value = wanted.value limit 1
  ) as held`;

const selectSkus = `
  select found.sku from unnest($2::text[]) as wanted (sku)
  cross join lateral (select sku from product where workspace_id = $1 and sku = wanted.sku limit 1) as found`;

/** A product a command names, and what its input refers to. */
export interface LoadRequest {
  readonly reference: string;
  readonly by?: 'sku';
  readonly input?: ProductInput;
}

/**
 * Loads everything the commands of a unit need to know, in a number of statements that does not depend on how many
 * there are: the products and their parents, and the products associated with one that gets another SKU, locked; the
 * axis combinations of siblings; the holders of unique values; the SKUs that associations name; the assets that images name, which come first in the order of locks.
 */
export async function loadUnit(
  tx: Transaction,
  unit: ProductUnit,
  requests: readonly LoadRequest[],
  assets: ImageAssetSource,
): Promise<void> {
  const { workspace } = unit.scope.ctx;
  const lock = associationLockOf(requests);
  if (lock !== null) await lockAssociations(tx, workspace.id, lock);
  const images = requests.flatMap(({ input }) => input?.images ?? []);
  if (images.length > 0) unit.imageAssets = await assets.find(workspace.id, images);
  const references = new Set(requests.flatMap(({ reference, input }) => [reference, input?.sku, input?.parent]));
  const named = [...references].filter((reference) => typeof reference === 'string');
  const ids = named.map((reference) => decodeId('product', reference)).filter((id) => id !== null);
  await addRows(unit, await tx.query<StoredProductRow>(selectTargets, [workspace.id, named, ids]));
  await loadRenamed(tx, unit, requests);
  await loadAxisKeys(tx, unit, requests);
  await loadUniqueValues(tx, unit, requests);
  await loadAssociations(tx, unit, requests);
}

/** Loads the variants of the parents whose change concerns them. */
export async function loadFollowers(tx: Transaction, unit: ProductUnit): Promise<void> {
  const parents = unit.parentsToFollow().filter((id) => unit.byId(id)?.stored !== null);
  if (parents.length > 0) await loadVariants(tx, unit, parents);
}

export async function loadVariants(tx: Transaction, unit: ProductUnit, parentIds: readonly string[]): Promise<void> {
  const { workspace } = unit.scope.ctx;
  await addRows(unit, await tx.query<StoredProductRow>(selectVariants, [workspace.id, parentIds]));
}

/** Loads the parents of the variants in a unit that are not in it yet. */
export async function loadParents(tx: Transaction, unit: ProductUnit): Promise<void> {
  const missing = new Set<string>();
  for (const { current } of unit.entries()) {
    const id = current.parent === null ? null : decodeId('product', current.parent.id);
    if (id !== null && unit.byId(id) === undefined) missing.add(id);
  }
  if (missing.size === 0) return;
  const values = [unit.scope.ctx.workspace.id, [...missing]];
  await addRows(unit, await tx.query<StoredProductRow>(selectParents, values));
}

export async function addRows(
  unit: ProductUnit,
  { rows }: { readonly rows: readonly StoredProductRow[] },
): Promise<void> {
  await forEachInSlices(rows, (row) => unit.add(toEntry(row)));
}

/**
 * Loads the products associated with SKUs, and the parents of those.
 *
 * @param most how many products to load; default any number.
 * @returns false when there are more, and none was loaded.
 */
export async function loadAssociated(
  tx: Transaction,
  unit: ProductUnit,
  skus: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const limit = Number.isFinite(most) ? most + 1 : null;
  const found = await tx.query<StoredProductRow>(selectAssociated, [unit.scope.ctx.workspace.id, skus, limit]);
  if (found.rows.length > most) return false;
  await addRows(unit, found);
  await loadParents(tx, unit);
  return true;
}

async function loadRenamed(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const leaving = requests.flatMap(({ input, ...request }) => {
    const sku = unit.target(request)?.current.sku;
    return sku === undefined || input?.sku === undefined || input.sku === sku ? [] : [sku];
  });
  if (leaving.length === 0) return;
  await lockAssociations(tx, unit.scope.ctx.workspace.id, 'alone');
  await loadAssociated(tx, unit, leaving);
}

async function loadAxisKeys(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const parents = new Set<string>();
  for (const { input, ...request } of requests) {
    const current = unit.target(request)?.current;
    const parent = input?.parent ? unit.find(input.parent) : current && unit.parentOf(current);
    if (parent !== undefined && parent.current.variantAxes.length > 0) parents.add(parent.id);
  }
  if (parents.size === 0) return;
  const { rows } = await tx.query<{ id: string; parent_id: string; axis_key: string }>(selectAxisKeys, [
    unit.scope.ctx.workspace.id,
    [...parents],
  ]);
  for (const row of rows) unit.axes.claim(row.parent_id, row.axis_key, row.id);
}

async function loadUniqueValues(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const attributeIds: string[] = [];
  const values: string[] = [];
  await forEachInSlices(requests, ({ input }) => {
    for (const [code, value] of Object.entries(input?.attributes ?? {})) {
      const attribute = unit.scope.catalog.attribute(code);
      if (value === null || !attribute?.unique) continue;
      attributeIds.push(attribute.id);
      values.push(uniqueText(value));
    }
  });
  if (values.length === 0) return;
  const { rows } = await tx.query<{ attribute_id: string; value: string; product_id: string }>(selectUniqueValues, [
    unit.scope.ctx.workspace.id,
    attributeIds,
    values,
  ]);
  for (const row of rows) unit.uniqueValues.claim({ attributeId: row.attribute_id, value: row.value }, row.product_id);
}

/**
 * Finds out which SKUs exist that products are newly associated with. Those a product has already need no look: who
 * deletes or renames one of them changes that product too, and so waits for it.
 */
async function loadAssociations(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const skus = requests.flatMap(({ input, ...request }) => {
    const known = associatedWith(unit.target(request));
    return associationTypes.flatMap((type) => input?.associations?.[type] ?? []).filter((sku) => !known.has(sku));
  });
  if (skus.length === 0) return;
  for (const sku of await existingSkus(tx, unit.scope.ctx.workspace.id, [...new Set(skus)])) unit.knownSkus.add(sku);
}

/** Those of some SKUs that products have. */
export async function existingSkus(
  tx: Transaction,
  workspaceId: string,
  skus: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ sku: string }>(selectSkus, [workspaceId, skus]);
  return new Set(rows.map(({ sku }) => sku));
}
