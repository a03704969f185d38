import { type FileStore, laterSecond } from '../../../files/index.ts';
import type { Clock } from '../../../kernel/index.ts';
import {
  createOneAtATime,
  type Database,
  type OneAtATime,
  readBatches,
  type Snapshot,
  sqlStatement,
} from '../../../storage/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Platforms } from '../platforms/platforms.ts';
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

/** Each holds a connection while it reads. */
const mendingAtOnce = 2;

/** Products read at once. */
const pageSize = 500;

/**
 * What a feed has: the products that were published and not withdrawn. Of those that have changed since, which the next
 * publication replaces, the ones that are ready, as they are now.
 */
const selectItems = sqlStatement({
  name: 'channel.feed-items',
  parameters: { workspaceId: 'uuid', channelId: 'uuid' },
  row: { productId: 'uuid', sku: 'text', version: 'integer', content: 'text' },
  text: `
    select product_id as "productId", sku, product_version as version, content from channel_product
    where workspace_id = $workspaceId and channel_id = $channelId and in_scope and published_hash is not null
      and (published_hash = payload_hash or ready)
    order by sku, product_id`,
});

const noteMended = `
  update channel set feed_content_type = $4, feed_size = $5, feed_items = $6, feed_generated_at = $7
  where workspace_id = $1 and id = $2 and feed_key = $3`;

/** Writes the files of feeds again that the file store has lost: by one process at a time, while others wait for it. */
export class FeedRebuilder {
  readonly #options: FeedRebuilderOptions;
  readonly #mendings: OneAtATime;

  constructor(options: FeedRebuilderOptions) {
    this.#options = options;
    this.#mendings = createOneAtATime(options.database, mendingAtOnce);
  }

  /** Whether the file of a feed is there, whole. */
  async isWhole({ feedKey, feedSize }: PublishedChannel): Promise<boolean> {
    return (await this.#options.files.stat(feedKey))?.size === feedSize;
  }

  async mend({ workspaceId, id }: PublishedChannel): Promise<void> {
    await this.#mendings.run(`channel feed ${id}`, async (snapshot) => {
      const channel = await this.#options.channels.find(workspaceId, id);
      if (isPublished(channel) && !(await this.isWhole(channel))) await this.#write(channel, snapshot);
    });
  }

  async #write(channel: PublishedChannel, snapshot: Snapshot): Promise<void> {
    const { database, platforms, files, clock } = this.#options;
    const { workspaceId, id, feedKey } = channel;
    const platform: Platform = platforms[channel.platform];
    if (platform.delivery.kind !== 'feed') return;
    let count = 0;
    async function* readItems() {
      const of = { workspaceId, channelId: id };
      for await (const items of readBatches(snapshot, selectItems, of, pageSize)) {
        count += items.length;
        yield* items.map(toPublishedItem);
      }
    }
    const texts = platform.delivery.write(readItems(), toContext({ channel, platform }));
    // Under the key it had, so that whoever deletes that file deletes this one.
    const { size } = await files.put(feedKey, encodeTexts(texts));
    const { contentType } = platform.delivery.format(channel.settings);
    const at = laterSecond(clock.now(), channel.feedGeneratedAt);
    await database.query(noteMended, [workspaceId, id, feedKey, contentType, size, count, at]);
  }
}

/** Narrows a channel to one that has a feed. */
export function isPublished(channel: ChannelRow | null): channel is PublishedChannel {
  return channel !== null && channel.feedKey !== null && channel.feedGeneratedAt !== null;
}
