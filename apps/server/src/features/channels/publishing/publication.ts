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

/** The progress of a publication, kept with the job so that another worker can continue. */
export interface PublishCheckpoint {
  readonly plan: PublishPlan;
  readonly published: number;
  readonly unpublished: number;
  readonly rejected: number;
  /** Why the publication failed as a whole. Its records are already released; only the job has to end. */
  readonly failure?: string;
}

/** A record being published. */
export type RecordItem = ReturnType<NonNullable<(typeof nextBatch)['run']>>;

/** The state that the steps of one publication share. */
export interface Publication {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly run: JobRun<PublishJobInput>;
  readonly channel: ChannelRow;
  readonly platform: Platform;
}

/** Runs work in the running transaction while the records of the workspace are locked. */
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
 * Resets the records of a publication (null: of none) and of those that have ended to their earlier status, while the
 * records of the workspace are locked.
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

/** Resets the records of publications that have ended to their earlier status. @returns how many channels had some. */
export async function releaseAbandoned(database: Database, signal?: AbortSignal): Promise<number> {
  let channels = 0;
  for (const channel of await database.run(selectAbandoned, {})) {
    if (signal?.aborted) break;
    await withRecords({ database, channel }, async (tx) => {
      // Another process may have released them while this one waited.
      if (!(await tx.run(selectAbandoned, {})).some(({ id }) => id === channel.id)) return;
      await tx.run(allowLongStatements, {});
      await release(tx, channel, null);
    });
    channels += 1;
  }
  return channels;
}

/** The parameters that all statements of a publication share. */
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
