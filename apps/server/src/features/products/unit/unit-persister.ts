import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '@product-content/contract';
import { decodeId, forEachInSlices, type IdSource, nextSlice } from '../../../kernel/index.ts';
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
import {
  changeProduct,
  claimUniqueValues,
  releaseSkus,
  releaseUniqueValues,
  saveProducts,
} from './save-products.sql.ts';
import { type UniqueValue, uniqueValuesOf } from './unique-value-register.ts';
import type { PendingVersion, UnitEntry } from './unit-entry.ts';

/** Options for the tables other than `product`. */
export interface PersistOptions {
  /** False when the caller writes the rows of `collection_product`. */
  readonly memberships?: boolean;
}

/** How many products one statement saves. */
const partSize = 200;

/**
 * Writes every change of a unit: products, versions, events, unique and indexed values, memberships and used assets.
 * Rows of products take a statement for each {@link partSize}, everything else one, and each is sent while PostgreSQL
 * works on those before it.
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

/** Sends the rows of products in parts, so that PostgreSQL writes some while the next are made. */
async function saveRows(tx: Transaction, unit: ProductUnit, changed: readonly UnitEntry[]): Promise<void> {
  const workspaceId = unit.scope.ctx.workspace.id;
  const skus = new Set(changed.map(({ current }) => current.sku));
  const passedOn = changed.filter(
    ({ stored, current: { sku } }) => stored && stored.sku !== sku && skus.has(stored.sku),
  );
  if (passedOn.length > 0) tx.send(releaseSkus, { workspaceId, ids: passedOn.map(({ id }) => id) });
  const slot = Math.floor(Math.random() * changeSlots);
  for (const [index, part] of partsOf(changed).entries()) {
    // What was sent leaves at the end of a turn of the event loop.
    if (index > 0) await nextSlice();
    const rows = { workspaceId, slot, ...(await toRows(unit, part)) };
    const [first] = part;
    if (part.length === 1 && first?.stored) tx.send(changeProduct, { ...rows, id: first.id });
    else tx.send(saveProducts, rows);
  }
}

/**
 * In the order of their SKUs: writers that create the same products wait for each other at the first of them, whatever
 * the order of their inputs. Variants are in one part, the last: their parents exist then, and any of them may get the
 * axis values of another.
 */
function partsOf(changed: readonly UnitEntry[]): UnitEntry[][] {
  const inOrder = changed.toSorted((a, b) => (a.current.sku < b.current.sku ? -1 : 1));
  const others = inOrder.filter(({ current }) => current.parent === null);
  const starts = Array.from({ length: Math.max(1, Math.ceil(others.length / partSize)) }, (_, part) => part * partSize);
  const parts = starts.map((start) => others.slice(start, start + partSize));
  parts.at(-1)?.push(...inOrder.filter(({ current }) => current.parent !== null));
  return parts;
}

/** The parameters of a statement that saves products with their versions. */
async function toRows(unit: ProductUnit, part: readonly UnitEntry[]) {
  const { ctx, catalog } = unit.scope;
  const products: string[] = [];
  const documents: string[] = [];
  const versions: string[] = [];
  await forEachInSlices(part, (entry) => {
    const axes = unit.parentOf(entry.current)?.current.variantAxes ?? null;
    products.push(JSON.stringify(toProductColumns(entry, axes, catalog)));
    documents.push(renderDocument(entry.current));
    for (const version of entry.versions) versions.push(JSON.stringify(toVersionColumns(entry, version)));
  });
  return {
    products: `[${products.join()}]`,
    documents: documents.join('\n'),
    versions: `[${versions.join()}]`,
    source: ctx.source,
    actor: JSON.stringify(ctx.actor),
  };
}

function toVersionColumns({ id, current }: UnitEntry, { document, event, changedFields }: PendingVersion) {
  return {
    product_id: id,
    version: document.version,
    created_at: document.updatedAt,
    event,
    changed_fields: changedFields,
    status: document.status,
    document: document === current ? null : renderDocument(document),
  };
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
