import { FileBody, type ResourceLookup } from '@contract-kit/middleware';
import { FileMissing, type FileStore } from '../../../files/index.ts';
import { encodeId, notFound } from '../../../kernel/index.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import { type FeedRebuilder, isPublished, type PublishedChannel } from './feed-rebuilder.ts';
import type { FeedTokens } from './feed-tokens.ts';

export interface FeedReaderOptions {
  readonly channels: ChannelsRepository;
  readonly tokens: FeedTokens;
  readonly files: FileStore;
  readonly rebuilder: FeedRebuilder;
}

/** The files of feeds, for anyone who has their address. */
export class FeedReader {
  readonly #options: FeedReaderOptions;

  constructor(options: FeedReaderOptions) {
    this.#options = options;
  }

  /** Whether an address leads to a published feed. */
  readonly lookup: ResourceLookup = async ({ params }) =>
    (await this.#find(params.token ?? '')) === null ? null : { entityTag: null };

  /** Restores a lost file first. @throws ApiError `not_found`. */
  async get(token: string): Promise<FileBody> {
    const found = await this.#get(token);
    if (await this.#options.rebuilder.isWhole(found)) return this.#toBody(token, found);
    await this.#options.rebuilder.restore(found);
    return this.#toBody(token, await this.#get(token));
  }

  #toBody(token: string, { id, feedKey, feedContentType, feedSize, feedGeneratedAt }: PublishedChannel): FileBody {
    return new FileBody({
      mediaType: feedContentType ?? 'application/octet-stream',
      size: feedSize ?? 0,
      // Each publication writes a new file.
      entityTag: { value: `${encodeId('channel', id)}.${feedGeneratedAt.getTime()}`, weak: false },
      modifiedAt: feedGeneratedAt,
      cacheControl: 'private, no-cache',
      compress: true,
      open: (range) => this.#open(token, feedKey, range),
    });
  }

  /** A feed published in the meantime may have replaced the file. */
  async #open(token: string, key: string, range: Parameters<FileStore['open']>[1]) {
    try {
      return await this.#options.files.open(key, range);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      const current = await this.#find(token);
      throw current === null || current.feedKey === key ? error : notFound('feed');
    }
  }

  async #get(token: string): Promise<PublishedChannel> {
    const channel = await this.#find(token);
    if (channel === null) throw notFound('feed');
    return channel;
  }

  async #find(token: string): Promise<PublishedChannel | null> {
    const { channels, tokens } = this.#options;
    const owner = tokens.ownerOf(token);
    const channel = owner === null ? null : await channels.find(owner.workspaceId, owner.channelId);
    if (owner === null || !isPublished(channel)) return null;
    return tokens.isValid(token, { ...owner, number: channel.feedAddressNumber }) ? channel : null;
  }
}
