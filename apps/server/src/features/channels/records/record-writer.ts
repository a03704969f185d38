import { type Clock, forEachInSlices } from '../../../kernel/index.ts';
import { acquireLock, type Transaction } from '../../../storage/index.ts';
import { type ProductDocument, type ProductInScopes, parseDocument, readInScopes } from '../../products/index.ts';
import type { ChannelPlan } from './channel-plan.ts';
import { evaluateRecord } from './evaluate-record.ts';
import { changeFigures, deleteRecords, retireRecords, saveRecords, selectRecords } from './record.sql.ts';
import { type CountedRecord, FigureChanges, isOnPlatform, listingAfterChange } from './record-state.ts';

interface StoredRecord extends CountedRecord {
  readonly channelId: string;
  readonly productId: string;
  readonly publishedHash: string | null;
}

/** Characters of records that one statement writes. */
const maxBatchCharacters = 4 * 1024 * 1024;

/** Serializes writers of a workspace's records, so that statistics and records agree. */
export async function lockRecords(on: Pick<Transaction, 'run'>, workspaceId: string): Promise<void> {
  await on.run(acquireLock, { name: `channel records ${workspaceId}` });
}

/**
 * Rewrites the records of some products on some channels, in a transaction that holds the lock of the records. The
 * number of statements does not depend on how many products or channels there are, only on the length of the records.
 */
export async function writeRecords(
  tx: Transaction,
  workspaceId: string,
  plans: readonly ChannelPlan[],
  productIds: readonly string[],
  clock: Clock,
): Promise<void> {
  if (plans.length === 0 || productIds.length === 0) return;
  const scopes = plans.map(({ conditions }) => conditions);
  const products = await readInScopes(tx, workspaceId, productIds, scopes);
  const channelIds = plans.map(({ channelId }) => channelId);
  const stored = (await tx.run(selectRecords, { workspaceId, productIds, channelIds })) as StoredRecord[];
  const before = new Map(stored.map((row) => [keyOf(row.channelId, row.productId), row]));
  const figures = new FigureChanges();
  let texts: string[] = [];
  let characters = 0;
  const save = async () => {
    if (texts.length === 0) return;
    await tx.run(saveRecords, { workspaceId, records: `[${texts.join()}]`, at: clock.now() });
    texts = [];
    characters = 0;
  };
  await forEachInSlices(inScope(products, plans), async ([product, plan, document, parent]) => {
    const key = keyOf(plan.channelId, product.id);
    const record = toRecord(plan, product.id, document, parent, before.get(key));
    figures.add(plan.channelId, before.get(key) ?? null, { ...record, inScope: true });
    before.delete(key);
    const text = JSON.stringify(record);
    texts.push(text);
    characters += text.length;
    if (characters >= maxBatchCharacters) await save();
  });
  await save();
  await removeRecords(tx, workspaceId, [...before.values()], figures, clock);
  await saveFigures(tx, workspaceId, figures);
}

/** Adds changes to the statistics of channels. */
export async function saveFigures(tx: Transaction, workspaceId: string, figures: FigureChanges): Promise<void> {
  const rows = figures.entries().map(({ channelId, by }) => ({ id: channelId, ...by }));
  if (rows.length > 0) await tx.run(changeFigures, { workspaceId, figures: JSON.stringify(rows) });
}

/** Deletes records that left the scope; records that are still listed are kept until they are withdrawn. */
async function removeRecords(
  tx: Transaction,
  workspaceId: string,
  removed: readonly StoredRecord[],
  figures: FigureChanges,
  clock: Clock,
): Promise<void> {
  const deleted: StoredRecord[] = [];
  const retired: StoredRecord[] = [];
  for (const record of removed) {
    const stays = isOnPlatform(record);
    if (stays && !record.inScope) continue;
    figures.add(record.channelId, record, null);
    (stays ? retired : deleted).push(record);
  }
  if (deleted.length > 0) await tx.run(deleteRecords, { workspaceId, ...pairsOf(deleted) });
  if (retired.length > 0) await tx.run(retireRecords, { workspaceId, ...pairsOf(retired), at: clock.now() });
}

function* inScope(
  products: readonly ProductInScopes[],
  plans: readonly ChannelPlan[],
): Generator<[ProductInScopes, ChannelPlan, ProductDocument, ProductDocument | null]> {
  const parents = new Map<string, ProductDocument>();
  for (const product of products) {
    const document = parseDocument(product.document);
    const parent = product.parent === null ? null : parseOnce(parents, product.parent);
    for (const [index, plan] of plans.entries()) {
      if (product.scopes[index] === true) yield [product, plan, document, parent];
    }
  }
}

/** Variants of one parent follow each other, so its text is parsed once. */
function parseOnce(parsed: Map<string, ProductDocument>, text: string): ProductDocument {
  const document = parsed.get(text) ?? parseDocument(text);
  parsed.set(text, document);
  return document;
}

function toRecord(
  plan: ChannelPlan,
  productId: string,
  document: ProductDocument,
  parent: ProductDocument | null,
  before: StoredRecord | undefined,
) {
  const evaluated = evaluateRecord(plan, document, parent);
  const { listingStatus = 'not_listed', publishedHash = null } = before ?? {};
  return {
    ...evaluated,
    channelId: plan.channelId,
    productId,
    sku: document.sku,
    productVersion: document.version,
    listingStatus: listingAfterChange(listingStatus, { publishedHash, payloadHash: evaluated.payloadHash }),
  };
}

function keyOf(channelId: string, productId: string): string {
  return `${channelId} ${productId}`;
}

function pairsOf(records: readonly StoredRecord[]) {
  return {
    channelIds: records.map(({ channelId }) => channelId),
    productIds: records.map(({ productId }) => productId),
  };
}
