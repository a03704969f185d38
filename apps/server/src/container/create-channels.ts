import type { CursorCodec } from '@contract-kit/middleware';
import type { CatalogLocks, CatalogReader } from '../features/catalog/index.ts';
import {
  ChannelsRepository,
  ChannelsService,
  createChannelLookup,
  createFeedTokens,
  createPlatforms,
  createPostJson,
  createPublishJob,
  type FeedAddress,
  FeedMender,
  FeedReader,
  RecordReader,
  RecordRefresher,
} from '../features/channels/index.ts';
import type { SecretCipher } from '../features/webhooks/index.ts';
import type { FileStore } from '../files/index.ts';
import type { Clock, IdSource, WorkspaceSettings } from '../kernel/index.ts';
import { type Database, loadSharedSecret } from '../storage/index.ts';
import type { Outbound } from './create-outbound.ts';

/** What channels are built with. */
export interface ChannelParts {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly cursors: CursorCodec;
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly files: FileStore;
  /** The API's address. */
  readonly baseUrl: () => string;
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}

/** Where products are published to. */
export async function createChannels(parts: ChannelParts) {
  const { database, outbound, clock, cursors, files, baseUrl } = parts;
  const tokens = createFeedTokens(await loadSharedSecret(database, 'channel feeds', clock.now()));
  const feedUrl = (address: FeedAddress) => `${baseUrl()}/channel-feeds/${tokens.tokenOf(address)}`;
  const channels = new ChannelsRepository(database);
  const platforms = createPlatforms({ post: createPostJson({ client: outbound.channels, clock }) });
  const refresher = new RecordRefresher({ ...parts, channels, platforms });
  const shared = { ...parts, channels, platforms, refresher };
  const feeds = new FeedReader({ channels, tokens, files, mender: new FeedMender(shared) });
  return {
    repository: channels,
    lookup: createChannelLookup(channels),
    feeds,
    publishJob: createPublishJob(shared),
    refresher,
    records: new RecordReader({ database, channels, refresher, cursors }),
    channels: new ChannelsService({ ...shared, checkUrl: outbound.checkUrl, feedUrl }),
  };
}
