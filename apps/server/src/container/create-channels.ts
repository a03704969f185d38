import type { CursorCodec } from '@contract-kit/middleware';
import type { Config } from '../config/index.ts';
import type { CatalogLocks, CatalogReader } from '../features/catalog/index.ts';
import {
  ChannelsRepository,
  ChannelsService,
  createChannelLookup,
  createPlatforms,
  createPostJson,
  RecordReader,
  RecordRefresher,
} from '../features/channels/index.ts';
import { createUrlCheck, type SecretCipher } from '../features/webhooks/index.ts';
import type { Clock, IdSource, WorkspaceSettings } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';

/** What channels are built with. */
export interface ChannelParts {
  readonly database: Database;
  readonly config: Config;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly cursors: CursorCodec;
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}

/** Where products are published to. */
export function createChannels(parts: ChannelParts) {
  const { database, config, clock, cursors } = parts;
  const allowPrivate = config.webhookAllowPrivate;
  const channels = new ChannelsRepository(database);
  const platforms = createPlatforms({ post: createPostJson({ clock, allowPrivate }) });
  const refresher = new RecordRefresher({ ...parts, channels, platforms });
  const checkUrl = createUrlCheck({ allowPrivate });
  return {
    lookup: createChannelLookup(channels),
    refresher,
    records: new RecordReader({ database, channels, refresher, cursors }),
    channels: new ChannelsService({ ...parts, channels, platforms, refresher, checkUrl }),
  };
}
