import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '@product-content/contract';
import { decodeId, forEachInSlices, type IdSource, mapInSlices } from '../../../kernel/index.ts';
import { appendEvents, type OutboxEvent, type Transaction } from '../../../storage/index.ts';
import { addSearchWords } from '../search/search-words.ts';
import { type IndexedNumber, indexedNumbersOf, orderedAttributesOf } from '../state/attribute-index.ts';
import { isComplete } from '../state/completeness.ts';
import { toProductColumns } from '../state/document-columns.ts';
import { type ProductDocument, renderDocument } from '../state/product-document.ts';
import { changeSlots } from '../workspace-change.sql.ts';
import { joinCollections, leaveCollections, linkAssets, unlinkAssets } from './product-links.sql.ts';
import { saveNumbers } from './product-numbers.sql.ts';
import type { ProductUnit } from './product-unit.ts';
import { claimUniqueValues, releaseSkus, releaseUniqueValues, saveProducts } from './save-products.sql.ts';
import { type UniqueValue, uniqueValuesOf } from './unique-value-register.ts';
import type { UnitEntry } from './unit-entry.ts';

/** Options for the tables other than `product`. */
export interface PersistOptions {
  /** False when the caller writes the rows of `collection_product`. */
  readonly memberships?: boolean;
}

/**
 * Writes every change of a unit: products, versions, events, unique and indexed values, memberships and used assets.
 * The number of statements does not depend on the number of products, and each is sent while PostgreSQL works on those
 * before it.
 */
export async function persistUnit(tx: Transaction, unit: ProductUnit, options: PersistOptions = {}): Promise<void> {
  const changed = [...unit.entries()].filter((entry) => entry.versions.length > 0);
  if (changed.length === 0) return;
  changed.sort((a, b) => (a.id < b.id ? -1 : 1));
  const { ctx, clock, ids } = unit.scope;
  await saveRows(tx, unit, changed);
  addSearchWords(
    tx,
    ctx.workspace.id,
    changed.map(({ current }) => current),
  );
  await saveUniqueValues(tx, unit, changed);
  await saveOrderedValues(tx, unit, changed);
  if (options.memberships !== false) saveMemberships(tx, unit, changed);
  saveAssets(tx, unit, changed);
  appendEvents(
    tx,
    ctx.workspace.id,
    changed.flatMap((entry) => eventsOf(entry, ids)),
    clock.now(),
  );
}

async function saveRows(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const { ctx, catalog } = unit.scope;
  const skus = new Set(changed.map(({ current }) => current.sku));
  const passedOn = changed.filter(
    ({ stored, current: { sku } }) => stored && stored.sku !== sku && skus.has(stored.sku),
  );
  if (passedOn.length > 0) tx.send(releaseSkus, { workspaceId: ctx.workspace.id, ids: passedOn.map(({ id }) => id) });
  // Writers that create the same products wait for each other at the first of them, whatever the order of their inputs.
  const inOrder = changed.toSorted((a, b) => (a.current.sku < b.current.sku ? -1 : 1));
  const products = await mapInSlices(inOrder, (entry) => {
    const axes = unit.parentOf(entry.current)?.current.variantAxes ?? null;
    return JSON.stringify(toProductColumns(entry, axes, catalog));
  });
  const pending = changed.flatMap((entry) => entry.versions.map((version) => [entry, version] as const));
  const versions = await mapInSlices(pending, ([entry, { document, event, changedFields }]) =>
    JSON.stringify({
      product_id: entry.id,
      version: document.version,
      created_at: document.updatedAt,
      event,
      changed_fields: changedFields,
      status: document.status,
      document: document === entry.current ? null : renderDocument(document),
    }),
  );
  tx.send(saveProducts, {
    workspaceId: ctx.workspace.id,
    products: `[${products.join()}]`,
    versions: `[${versions.join()}]`,
    source: ctx.source,
    actor: JSON.stringify(ctx.actor),
    slot: Math.floor(Math.random() * changeSlots),
  });
}

async function saveUniqueValues(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const { catalog, ctx } = unit.scope;
  const released: [UniqueValue, string][] = [];
  const claimed: [UniqueValue, string][] = [];
  await forEachInSlices(changed, (entry) => {
    const before = entry.stored === null ? [] : uniqueValuesOf(entry.stored, catalog);
    const after = uniqueValuesOf(entry.current, catalog);
    const has = (list: UniqueValue[], unique: UniqueValue) =>
      list.some(({ attributeId, value }) => attributeId === unique.attributeId && value === unique.value);
    released.push(
      ...before.filter((unique) => !has(after, unique)).map((unique): [UniqueValue, string] => [unique, entry.id]),
    );
    claimed.push(
      ...after.filter((unique) => !has(before, unique)).map((unique): [UniqueValue, string] => [unique, entry.id]),
    );
  });
  const toParameters = (rows: [UniqueValue, string][]) => ({
    workspaceId: ctx.workspace.id,
    attributeIds: rows.map(([unique]) => unique.attributeId),
    values: rows.map(([unique]) => unique.value),
    productIds: rows.map(([, productId]) => productId),
  });
  if (released.length > 0) tx.send(releaseUniqueValues, toParameters(released));
  if (claimed.length > 0) tx.send(claimUniqueValues, toParameters(claimed));
}

/**
 * Products with unchanged numbers keep their rows; an attribute that becomes filterable is left to the indexing job.
 */
async function saveOrderedValues(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const ordered = orderedAttributesOf(unit.scope.catalog);
  if (ordered.length === 0) return;
  const productIds: string[] = [];
  const numbers: (IndexedNumber & { readonly productId: string })[] = [];
  await forEachInSlices(changed, ({ id, stored, current }) => {
    const before = stored === null ? [] : indexedNumbersOf(stored, ordered);
    const after = indexedNumbersOf(current, ordered);
    if (isDeepStrictEqual(before, after)) return;
    productIds.push(id);
    for (const number of after) numbers.push({ ...number, productId: id });
  });
  saveNumbers(tx, unit.scope.ctx.workspace.id, productIds, numbers);
}

function saveMemberships(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): void {
  const links = compareLinks('collection', changed, ({ collections }) => collections.map(({ id }) => id));
  if (links.removed.length > 0) tx.send(leaveCollections, toPairs(unit, links.removed));
  if (links.added.length > 0) tx.send(joinCollections, toPairs(unit, links.added));
}

function saveAssets(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): void {
  const links = compareLinks('asset', changed, ({ images }) => images.flatMap(({ assetId }) => assetId ?? []));
  if (links.removed.length > 0) tx.send(unlinkAssets, toPairs(unit, links.removed));
  if (links.added.length > 0) tx.send(linkAssets, toPairs(unit, links.added));
}

/** UUIDs of a record and of a product that refers to it. */
type Link = readonly [recordId: string, productId: string];

/** Compares the links of products to records of a kind with the stored ones: those to remove, and those to add. */
function compareLinks(
  kind: 'collection' | 'asset',
  changed: readonly UnitEntry[],
  linksOf: (document: ProductDocument) => readonly string[],
): { removed: Link[]; added: Link[] } {
  const removed: Link[] = [];
  const added: Link[] = [];
  for (const { id, stored, current } of changed) {
    const [linksBefore, linksAfter] = [stored === null ? [] : linksOf(stored), linksOf(current)];
    if (linksBefore.length + linksAfter.length === 0) continue;
    const [before, after] = [new Set(linksBefore), new Set(linksAfter)];
    for (const left of before.difference(after)) removed.push([decodeId(kind, left) as string, id]);
    for (const joined of after.difference(before)) added.push([decodeId(kind, joined) as string, id]);
  }
  return { removed, added };
}

function toPairs(unit: ProductUnit, links: readonly Link[]) {
  return {
    workspaceId: unit.scope.ctx.workspace.id,
    recordIds: links.map(([recordId]) => recordId),
    productIds: links.map(([, productId]) => productId),
  };
}

/**
 * The events of a product's pending versions. They refer to the version instead of containing the product, so that a
 * large change does not write every document twice.
 */
function eventsOf(entry: UnitEntry, ids: IdSource): OutboxEvent[] {
  return entry.versions.flatMap((version): OutboxEvent[] => {
    const { event, document, base, details, changedFields, previousStatus } = version;
    const about = { subjectId: entry.id, subjectVersion: document.version };
    const events: OutboxEvent[] = [];
    const add = (type: EventType, more: Partial<OutboxEvent>) =>
      events.push({ ...about, ...more, id: ids.next(), type });
    if (event === 'created') add('product.created', {});
    else add('product.updated', { changedFields });
    if (previousStatus !== null) add('product.status_changed', { changedFields, previousStatus });
    const wasComplete = base !== null && isComplete(base.details);
    if (!wasComplete && isComplete(details)) add('product.became_complete', {});
    if (wasComplete && !isComplete(details))
      add('product.became_incomplete', { payload: { missing: details.missing } });
    return events;
  });
}
