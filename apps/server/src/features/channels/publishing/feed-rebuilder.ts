import { type FileStore, nextDistinctSecond } from '../../../files/index.ts';
import type { Clock } from '../../../kernel/index.ts';
import {
  type AdvisoryMutex,
  createAdvisoryMutex,
  type Database,
  readBatches,
  type Snapshot,
} from '../../../storage/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Platforms } from '../platforms/platforms.ts';
import { selectFeedItems } from './publication.statements.ts';
import { toContext, toPublishedItem } from './publication.ts';
import { encodeTexts } from './write-feed.ts';

export interface FeedRebuilderOptions {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly platforms: Platforms;
  readonly files: FileStore;
  readonly clock: Clock;
}

/** A channel whose feed was published. */
export type PublishedChannel = ChannelRow & { readonly feedKey: string; readonly feedGeneratedAt: Date };

/** Feeds that are restored at a time: each holds a connection while it reads. */
const rebuildConcurrency = 2;

/** Products read at a time. */
const pageSize = 500;

/** Restores feed files that the file store has lost. One process restores a file while others wait for it. */
export class FeedRebuilder {
  readonly #options: FeedRebuilderOptions;
  readonly #rebuilds: AdvisoryMutex;

  constructor(options: FeedRebuilderOptions) {
    this.#options = options;
    this.#rebuilds = createAdvisoryMutex(options.database, rebuildConcurrency);
  }

  /** Whether the file of a feed exists and is complete. */
  async isWhole({ feedKey, feedSize }: PublishedChannel): Promise<boolean> {
    return (await this.#options.files.stat(feedKey))?.size === feedSize;
  }

  /** Restores the file of a feed, unless it exists. */
  async restore({ workspaceId, id }: PublishedChannel): Promise<void> {
    await this.#rebuilds.run(`channel feed ${id}`, async (snapshot) => {
      const channel = await this.#options.channels.find(workspaceId, id);
      if (isPublished(channel) && !(await this.isWhole(channel))) await this.#write(channel, snapshot);
    });
  }

  async #write(channel: PublishedChannel, snapshot: Snapshot): Promise<void> {
    const { channels, platforms, files, clock } = this.#options;
    const { workspaceId, id, feedKey } = channel;
    const platform: Platform = platforms[channel.platform];
    if (platform.delivery.kind !== 'feed') return;
    let count = 0;
    async function* readItems() {
      const ofChannel = { workspaceId, channelId: id };
      for await (const items of readBatches(snapshot, selectFeedItems, ofChannel, pageSize)) {
        count += items.length;
        yield* items.map(toPublishedItem);
      }
    }
    const texts = platform.delivery.write(readItems(), toContext({ channel, platform }));
    // Keeps the key, so that deleting the old file deletes this one.
    const { size } = await files.put(feedKey, encodeTexts(texts));
    const { contentType } = platform.delivery.format(channel.settings);
    const at = nextDistinctSecond(clock.now(), channel.feedGeneratedAt);
    const [feedContentType, feedSize, feedItems, feedGeneratedAt] = [contentType, size, count, at];
    await channels.noteRebuiltFeed(channel, { feedContentType, feedSize, feedItems, feedGeneratedAt });
  }
}

/** Narrows a channel to one that has a feed. */
export function isPublished(channel: ChannelRow | null): channel is PublishedChannel {
  return channel !== null && channel.feedKey !== null && channel.feedGeneratedAt !== null;
}
