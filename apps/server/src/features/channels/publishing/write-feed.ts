import type { PublishResult } from '@product-content/contract';
import { type FileStore, nextDistinctSecond } from '../../../files/index.ts';
import { type Clock, notFound } from '../../../kernel/index.ts';
import type { FeedDelivery } from '../platforms/platform.ts';
import {
  allowLongStatements,
  countFeedItems,
  delistFeedItems,
  listFeedItems,
  takeFeedItems,
} from './publication.sql.ts';
import { restartFeed } from './publication.statements.ts';
import {
  keyOf,
  type Publication,
  type PublishCheckpoint,
  type RecordItem,
  release,
  toContext,
  toPublishedItem,
  withRecords,
} from './publication.ts';

export interface WriteFeedOptions {
  readonly files: FileStore;
  readonly clock: Clock;
}

type FeedCounts = Pick<PublishCheckpoint, 'published' | 'unpublished'>;

/** Products read at a time. */
const pageSize = 500;

/** The key of a publication's file in the store. */
export function feedKeyOf(channelId: string, jobId: string): string {
  return `channel-feeds/${channelId}/${jobId}`;
}

/**
 * Writes the new file of a channel's feed beside the current one, then replaces it together with the listings. A worker
 * that takes over starts the file over.
 */
export async function writeFeed(
  publication: Publication,
  delivery: FeedDelivery<unknown>,
  checkpoint: PublishCheckpoint,
  { files, clock }: WriteFeedOptions,
): Promise<{ checkpoint: PublishCheckpoint; feed: PublishResult['feed'] }> {
  const { run, channels, channel } = publication;
  const { plan } = checkpoint;
  const key = feedKeyOf(channel.id, run.id);
  const format = delivery.format(channel.settings);
  const progress = { processed: 0, total: plan.publish + plan.keep };
  await run.commit({ checkpoint, progress }, () =>
    withRecords(publication, (tx) => tx.run(restartFeed, keyOf(publication))),
  );
  const items = readItems(publication, checkpoint, progress);
  const { size } = await files.put(key, encodeTexts(delivery.write(items, toContext(publication))), {
    signal: run.signal,
  });
  const at = nextDistinctSecond(clock.now(), channel.feedGeneratedAt);
  const toStep = (counts: FeedCounts | null) => ({ checkpoint: { ...checkpoint, ...counts }, progress });
  const placed = await run.commit(toStep, () =>
    withRecords(publication, async (tx) => {
      const parameters = keyOf(publication);
      await tx.run(allowLongStatements, {});
      const [counted] = await tx.run(countFeedItems, parameters);
      await tx.run(listFeedItems, { ...parameters, at });
      await tx.run(delistFeedItems, { ...parameters, at });
      await release(tx, channel, run.id);
      const noted = await channels.notePublication(channel, at, {
        feedKey: key,
        feedContentType: format.contentType,
        feedSize: size,
        feedItems: progress.processed,
        feedGeneratedAt: at,
      });
      return noted ? (counted ?? null) : null;
    }),
  );
  await files.delete(placed === null ? [key] : oldKeys(channel.feedKey, key));
  if (placed === null) throw notFound('channel');
  const feed = { itemCount: progress.processed, format: format.name, size };
  return { checkpoint: toStep(placed).checkpoint, feed };
}

function oldKeys(before: string | null, now: string): string[] {
  return before === null || before === now ? [] : [before];
}

async function* readItems(
  publication: Publication,
  checkpoint: PublishCheckpoint,
  progress: { processed: number; total: number },
) {
  for (;;) {
    const items = await publication.run.commit(
      (taken) => ({ checkpoint, progress: { ...progress, processed: progress.processed + taken.length } }),
      () => takeItems(publication),
    );
    if (items.length === 0) return;
    for (const item of items) {
      progress.processed += 1;
      yield toPublishedItem(item);
    }
  }
}

async function takeItems(publication: Publication): Promise<RecordItem[]> {
  const rows = await withRecords(publication, (tx) =>
    tx.run(takeFeedItems, { ...keyOf(publication), limit: pageSize }),
  );
  // The rows an UPDATE returns are not ordered.
  return rows.sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

/** The bytes of texts, in chunks of a limited size. */
export async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < 65_536) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
