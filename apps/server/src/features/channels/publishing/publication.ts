import type { PublishResult } from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { Database, SqlParameter, Transaction } from '../../../storage/index.ts';
import type { JobRun } from '../../jobs/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { Platform, PublishContext, PublishedItem } from '../platforms/platform.ts';
import { mappingOf } from '../records/channel-plan.ts';
import { lockRecords } from '../records/record-statements.ts';
import type { PublishJobInput } from './publications.service.ts';
import { deleteWithdrawn, type PublishPlan, recountFigures, releaseRecords } from './publish-statements.ts';

/** How far a publication is: kept with the job, so that another worker goes on with it. */
export interface PublishCheckpoint {
  readonly plan: PublishPlan;
  readonly published: number;
  readonly unpublished: number;
  readonly rejected: number;
  /** Why it failed as a whole. Its records are released: nothing is left to do but to end the job. */
  readonly failure?: string;
}

/** A record on its way. */
export interface RecordItem {
  readonly productId: string;
  readonly sku: string;
  readonly version: number;
  readonly content: string;
  readonly payloadHash: string;
  readonly action: 'publish' | 'keep' | 'unpublish';
}

/** One publication of a channel, as its steps share it. */
export interface Publication {
  readonly database: Database;
  readonly run: JobRun<PublishJobInput>;
  readonly channel: ChannelRow;
  readonly platform: Platform;
}

/** Runs work with the records of the workspace held, within the transaction that runs. */
export async function withRecords<T>(
  { database, channel }: Pick<Publication, 'database' | 'channel'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query(lockRecords, [channel.workspaceId], 'channel.lock');
    return work(tx);
  });
}

/**
 * Puts the records of a publication (null: of none) and of those that have ended back to where they stood, with the
 * records of the workspace held.
 */
export async function release(
  tx: Transaction,
  { workspaceId, id }: Pick<ChannelRow, 'workspaceId' | 'id'>,
  jobId: string | null,
): Promise<void> {
  await tx.query(releaseRecords, [workspaceId, id, jobId]);
  await tx.query(deleteWithdrawn, [workspaceId, id]);
  await tx.query(recountFigures, [workspaceId, id]);
}

/** For statements over all records of a channel, which nobody waits for with a request. */
export const allowLongStatements = `set local statement_timeout = '15min'`;

/** The parameters statements of a publication begin with. */
export function keyOf({ channel, run }: Publication): SqlParameter[] {
  return [channel.workspaceId, channel.id, run.id];
}

export function toPublishedItem({
  productId,
  sku,
  version,
  content,
}: Pick<RecordItem, 'productId' | 'sku' | 'version' | 'content'>): PublishedItem {
  const { payload } = JSON.parse(content) as { payload: PublishedItem['payload'] };
  return { productId: encodeId('product', productId), sku, version, payload };
}

export function toContext({ channel, platform }: Pick<Publication, 'channel' | 'platform'>): PublishContext<unknown> {
  const { id, code, name, settings } = channel;
  return {
    channel: { id: encodeId('channel', id), code, name },
    settings,
    fields: mappingOf(channel, platform).map(({ target }) => target),
  };
}

export function toResult(
  { channelId, action }: PublishJobInput,
  { plan, published, unpublished, rejected }: PublishCheckpoint,
  feed: PublishResult['feed'],
): PublishResult {
  const { unchanged, notReady } = plan;
  const id = encodeId('channel', channelId);
  return { channelId: id, action, published, unpublished, unchanged, notReady, rejected, feed };
}
