import { associationTypes, type CompletenessDetails, type ProductInput } from '@product-content/contract';
import { decodeId, forEachInSlices } from '../../../kernel/index.ts';
import { acquireLock, acquireSharedLock, type Transaction } from '../../../storage/index.ts';
import type { ImageAssetSource } from '../product-images.ts';
import {
  lockAssociated,
  lockParents,
  lockTarget,
  lockTargets,
  lockVariants,
  selectAxisKeys,
  selectSkus,
  selectUniqueValues,
} from './load-products.sql.ts';
import type { ProductUnit } from './product-unit.ts';
import { uniqueText } from './unique-value-register.ts';
import { associatedWith, type StoredProductRow, toEntry } from './unit-entry.ts';

/** A product named by a command, and what its input refers to. */
export interface LoadRequest {
  readonly reference: string;
  readonly by?: 'sku';
  readonly input?: ProductInput;
}

/** The reference by which the only target of a unit is found. */
export interface OnlyTarget {
  readonly sku: string;
  readonly id: string | null;
}

/** The target of a single request; null if something else has to be locked with it, or before it. */
export function onlyTargetOf(requests: readonly LoadRequest[]): OnlyTarget | null {
  const [request] = requests;
  if (request === undefined || requests.length > 1 || associationLockOf(requests) !== null) return null;
  const { reference, input } = request;
  const others = [input?.sku ?? reference, input?.parent ?? reference];
  if (input?.images?.length || others.some((other) => other !== reference)) return null;
  return { sku: reference, id: decodeId('product', reference) };
}

/**
 * Loads everything the commands of a unit need, with a number of statements that does not depend on how many there are:
 * the products, their parents, and the products associated with one that gets another SKU, all locked; the axis
 * combinations of siblings; the holders of unique values; the SKUs that associations name; the assets that images name,
 * which are locked first.
 *
 * @param targets lockTargets, or findTargets when nothing will be written.
 * @param locked the {@link OnlyTarget}, if it is locked already; null: nothing is.
 */
export async function loadUnit(
  tx: Transaction,
  unit: ProductUnit,
  requests: readonly LoadRequest[],
  assets: ImageAssetSource,
  targets: typeof lockTargets = lockTargets,
  locked: readonly StoredProductRow[] | null = null,
): Promise<void> {
  const { workspace } = unit.scope.ctx;
  if (locked === null) {
    const lock = associationLockOf(requests);
    if (lock !== null) await lockAssociations(tx, workspace.id, lock);
    const images = requests.flatMap(({ input }) => input?.images ?? []);
    if (images.length > 0) unit.imageAssets = await assets.find(workspace.id, images);
  }
  await addRows(unit, locked ?? (await loadReferences(tx, workspace.id, requests, targets)));
  await loadRenamed(tx, unit, requests);
  await loadAxisKeys(tx, unit, requests);
  await loadUniqueValues(tx, unit, requests);
  await loadAssociations(tx, unit, requests);
}

async function loadReferences(
  tx: Transaction,
  workspaceId: string,
  requests: readonly LoadRequest[],
  targets: typeof lockTargets,
): Promise<StoredProductRow[]> {
  const references = new Set(requests.flatMap(({ reference, input }) => [reference, input?.sku, input?.parent]));
  const skus = [...references].filter((reference) => typeof reference === 'string');
  const ids = skus.map((reference) => decodeId('product', reference)).filter((id) => id !== null);
  const [sku, ...others] = skus;
  return sku === undefined || others.length > 0 || targets !== lockTargets
    ? tx.run(targets, { workspaceId, skus, ids })
    : tx.run(lockTarget, { workspaceId, sku, id: ids[0] ?? null });
}

/** Loads the variants of parents whose change affects them. */
export async function loadFollowers(tx: Transaction, unit: ProductUnit): Promise<void> {
  const parents = unit.parentsToFollow().filter((id) => unit.byId(id)?.stored !== null);
  if (parents.length > 0) await loadVariants(tx, unit, parents);
}

export async function loadVariants(tx: Transaction, unit: ProductUnit, parentIds: readonly string[]): Promise<void> {
  const { workspace } = unit.scope.ctx;
  await addRows(unit, await tx.run(lockVariants, { workspaceId: workspace.id, parentIds }));
}

/** Loads the missing parents of the variants in a unit. */
export async function loadParents(tx: Transaction, unit: ProductUnit): Promise<void> {
  const missing = new Set<string>();
  for (const { current } of unit.entries()) {
    const id = current.parent === null ? null : decodeId('product', current.parent.id);
    if (id !== null && unit.byId(id) === undefined) missing.add(id);
  }
  if (missing.size === 0) return;
  await addRows(unit, await tx.run(lockParents, { workspaceId: unit.scope.ctx.workspace.id, ids: [...missing] }));
}

export async function addRows(unit: ProductUnit, rows: readonly StoredProductRow[]): Promise<void> {
  const details = new Map<string, CompletenessDetails>();
  await forEachInSlices(rows, (row) => unit.add(toEntry(row, details)));
}

/**
 * Loads the products associated with SKUs, and the parents of those.
 *
 * @param most how many products to load; default: no limit.
 * @returns false when there are more; then none is loaded.
 */
export async function loadAssociated(
  tx: Transaction,
  unit: ProductUnit,
  skus: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const limit = Number.isFinite(most) ? most + 1 : null;
  const found = await tx.run(lockAssociated, { workspaceId: unit.scope.ctx.workspace.id, skus, most: limit });
  if (found.length > most) return false;
  await addRows(unit, found);
  await loadParents(tx, unit);
  return true;
}

async function loadRenamed(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const leaving = requests.flatMap((request) => {
    const next = request.input?.sku;
    // Most rows of imports name a product by the SKU it has.
    if (next === undefined || (request.by === 'sku' && next === request.reference)) return [];
    const sku = unit.target(request)?.current.sku;
    return sku === undefined || sku === next ? [] : [sku];
  });
  if (leaving.length === 0) return;
  await lockAssociations(tx, unit.scope.ctx.workspace.id, 'alone');
  await loadAssociated(tx, unit, leaving);
}

async function loadAxisKeys(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const parents = new Set<string>();
  for (const request of requests) {
    const { input } = request;
    const current = unit.target(request)?.current;
    const parent = input?.parent ? unit.find(input.parent) : current && unit.parentOf(current);
    if (parent !== undefined && parent.current.variantAxes.length > 0) parents.add(parent.id);
  }
  if (parents.size === 0) return;
  const rows = await tx.run(selectAxisKeys, { workspaceId: unit.scope.ctx.workspace.id, parentIds: [...parents] });
  for (const { parentId, axisKey, id } of rows) if (parentId !== null) unit.axes.claim(parentId, axisKey, id);
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
  const rows = await tx.run(selectUniqueValues, { workspaceId: unit.scope.ctx.workspace.id, attributeIds, values });
  for (const { productId, ...unique } of rows) unit.uniqueValues.claim(unique, productId);
}

/**
 * Finds out which SKUs of new associations exist. Existing associations need no check: whoever deletes or renames such
 * a product also changes the one that names it, and so waits for it.
 */
async function loadAssociations(tx: Transaction, unit: ProductUnit, requests: readonly LoadRequest[]): Promise<void> {
  const skus = requests.flatMap((request) => {
    const { associations } = request.input ?? {};
    if (associations === undefined) return [];
    const known = associatedWith(unit.target(request));
    return associationTypes.flatMap((type) => associations?.[type] ?? []).filter((sku) => !known.has(sku));
  });
  if (skus.length === 0) return;
  for (const sku of await existingSkus(tx, unit.scope.ctx.workspace.id, [...new Set(skus)])) unit.knownSkus.add(sku);
}

/** Those of the SKUs that products have. */
export async function existingSkus(
  tx: Transaction,
  workspaceId: string,
  skus: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(selectSkus, { workspaceId, skus });
  return new Set(rows.map(({ sku }) => sku));
}

/**
 * Serializes, within a workspace, writers that add associations and writers that delete or rename products, until the
 * end of the transaction: so no association names a SKU that no longer existed when it was made. It is taken before row
 * locks, so that no holder of a row waits for it.
 *
 * @param mode `share` for new associations, which do not wait for each other; `alone` for deletions and new SKUs.
 */
export async function lockAssociations(tx: Transaction, workspaceId: string, mode: 'share' | 'alone'): Promise<void> {
  await tx.run(mode === 'share' ? acquireSharedLock : acquireLock, { name: `associations ${workspaceId}` });
}

/** The lock that requests need, as far as they show it; null for none. */
function associationLockOf(requests: readonly LoadRequest[]): 'share' | 'alone' | null {
  if (requests.some(givesAnotherSku)) return 'alone';
  return requests.some(({ input }) => Object.values(input?.associations ?? {}).some((skus) => skus?.length))
    ? 'share'
    : null;
}

/** If a product is named by its id, only its row shows its SKU: a caller may send back the SKU it has. */
function givesAnotherSku({ reference, input }: LoadRequest): boolean {
  return input?.sku !== undefined && input.sku !== reference && decodeId('product', reference) === null;
}
