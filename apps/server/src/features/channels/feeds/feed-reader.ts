import { FileBody, type ResourceLookup } from '@contract-kit/middleware';
import { FileMissing, type FileStore } from '../../../files/index.ts';
import { encodeId, notFound } from '../../../kernel/index.ts';
import type { ChannelsRepository } from '../definition/channels.repository.ts';
import type { FeedTokens } from './feed-tokens.ts';

export interface FeedReaderOptions {
  readonly channels: ChannelsRepository;
  readonly tokens: FeedTokens;
  readonly files: FileStore;
}

interface PublishedFeed {
  readonly channelId: string;
  readonly key: string;
  readonly contentType: string;
  readonly size: number;
  readonly generatedAt: Date;
}

/** The files of feeds, for those who have their address. */
export class FeedReader {
  readonly #options: FeedReaderOptions;

  constructor(options: FeedReaderOptions) {
    this.#options = options;
  }

  /** Whether an address leads to a feed that was published. */
  readonly lookup: ResourceLookup = async ({ params }) =>
    (await this.#find(params.token ?? '')) === null ? null : { entityTag: null };

  /** @throws ApiError `not_found`. */
  async get(token: string): Promise<FileBody> {
    const feed = await this.#find(token);
    if (feed === null) throw notFound('feed');
    return new FileBody({
      mediaType: feed.contentType,
      size: feed.size,
      // Each publication writes a file of its own.
      entityTag: { value: `${encodeId('channel', feed.channelId)}.${feed.generatedAt.getTime()}`, weak: false },
      modifiedAt: feed.generatedAt,
      cacheControl: 'private, no-cache',
      compress: true,
      open: (range) => this.#open(token, feed.key, range),
    });
  }

  /** A feed that was published meanwhile has taken the place of the file. */
  async #open(token: string, key: string, range: Parameters<FileStore['open']>[1]) {
    try {
      return await this.#options.files.open(key, range);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      const current = await this.#find(token);
      throw current === null || current.key === key ? error : notFound('feed');
    }
  }

  async #find(token: string): Promise<PublishedFeed | null> {
    const { channels, tokens } = this.#options;
    const owner = tokens.read(token);
    const row = owner === null ? null : await channels.find(owner.workspaceId, owner.channelId);
    if (row === null || row.feedKey === null || row.feedGeneratedAt === null) return null;
    const { id, feedKey, feedContentType, feedSize, feedGeneratedAt } = row;
    return {
      channelId: id,
      key: feedKey,
      contentType: feedContentType ?? 'application/octet-stream',
      size: feedSize ?? 0,
      generatedAt: feedGeneratedAt,
    };
  }
}
