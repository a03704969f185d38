import type { PublishResult } from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import type { JobRun } from '../../jobs/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import type { Platform, PublishContext, PublishedItem } from '../platforms/platform.ts';
import { mappingOf } from '../records/channel-plan.ts';
import { lockRecords } from '../records/record-writer.ts';
import {
  allowLongStatements,
  type nextBatch,
  recountFigures,
  releaseRecords,
  selectAbandoned,
} from './publication.sql.ts';
import { deleteWithdrawn } from './publication.statements.ts';
import type { PublishPlan } from './publication-plan.sql.ts';
import type { PublishJobInput } from './publications.service.ts';

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
export type RecordItem = ReturnType<NonNullable<(typeof nextBatch)['run']>>;

/** One publication of a channel, as its steps share it. */
export interface Publication {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly run: JobRun<PublishJobInput>;
  readonly channel: ChannelRow;
  readonly platform: Platform;
}

/** Runs work with the records of the workspace held, within the transaction that runs. */
export async function withRecords<T>(
  { database, channel }: { readonly database: Database; readonly channel: Pick<ChannelRow, 'workspaceId'> },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockRecords(tx, channel.workspaceId);
    return work(tx);
  });
}

/**
 * Puts the records of a publication (null: of none) and of those that have ended back to where they stood, with the
 * records of the workspace held.
 */
export async function release(
  tx: Transaction,
  { workspaceId, id: channelId }: Pick<ChannelRow, 'workspaceId' | 'id'>,
  jobId: string | null,
): Promise<void> {
  await tx.run(releaseRecords, { workspaceId, channelId, jobId });
  await tx.run(deleteWithdrawn, { workspaceId, channelId });
  await tx.run(recountFigures, { workspaceId, channelId });
}

/** Puts the records of publications that have ended back to where they stood. @returns how many channels had some. */
export async function releaseAbandoned(database: Database, signal?: AbortSignal): Promise<number> {
  let channels = 0;
  for (const channel of await database.run(selectAbandoned, {})) {
    if (signal?.aborted) break;
    await withRecords({ database, channel }, async (tx) => {
      await tx.run(allowLongStatements, {});
      await release(tx, channel, null);
    });
    channels += 1;
  }
  return channels;
}

/** Parameters that all statements of a publication have. */
export function keyOf({ channel, run }: Publication) {
  return { workspaceId: channel.workspaceId, channelId: channel.id, jobId: run.id };
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
