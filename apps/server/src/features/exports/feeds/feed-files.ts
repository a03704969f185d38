import type { FileStore } from '../../../files/index.ts';
import type { Feed, FeedsRepository } from './feeds.repository.ts';

export const feedFolder = 'feeds/';

/**
 * Milliseconds for which a file is kept without belonging to a feed: it may be about to become one, or still being
 * sent.
 */
const graceMs = 60 * 60_000;

const batchSize = 500;

/** Where a file of a feed is kept. */
export function feedKey({ profileId, format }: Pick<Feed, 'profileId' | 'format'>, fileId: string): string {
  return `${feedFolder}${profileId}/${fileId}.${format}`;
}

const fileId = /\/([0-9a-f-]{36})\.\w+$/;

/**
 * Deletes the files of feeds that no longer exist, and those left by an interrupted process.
 *
 * @returns the number of deleted files.
 */
export async function sweepFeeds(
  store: FileStore,
  feeds: FeedsRepository,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - graceMs);
  let total = 0;
  let batch: { key: string; id: string }[] = [];
  const flush = async () => {
    const unused = new Set(await feeds.unused([...new Set(batch.map(({ id }) => id))]));
    const keys = batch.filter(({ id }) => unused.has(id)).map(({ key }) => key);
    await store.delete(keys);
    total += keys.length;
    batch = [];
  };
  for await (const { key, modifiedAt } of store.list(feedFolder)) {
    if (signal?.aborted) break;
    const id = fileId.exec(key)?.[1];
    if (id !== undefined && modifiedAt < before) batch.push({ key, id });
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return total;
}
