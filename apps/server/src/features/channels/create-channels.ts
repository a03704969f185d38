import { defineBacklog } from '../../kernel/index.ts';
import type { Measurement } from '../../observability/index.ts';
import type { Database } from '../../storage/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { createIdLookup } from '../id-lookup.ts';
import type { JobHandler, Jobs } from '../jobs/index.ts';
import type { Ports } from '../ports.ts';
import { ProductReferences } from '../products/index.ts';
import { ChannelsRepository } from './channels.repository.ts';
import { createChannelsRoutes } from './channels.routes.ts';
import { ChannelsService } from './channels.service.ts';
import { createPlatforms } from './platforms/platforms.ts';
import { createPostJson } from './platforms/post-json.ts';
import { FeedReader } from './publishing/feed-reader.ts';
import { FeedRebuilder } from './publishing/feed-rebuilder.ts';
import { createFeedTokens, type FeedAddress } from './publishing/feed-tokens.ts';
import { selectAbandoned } from './publishing/publication.sql.ts';
import { releaseAbandoned } from './publishing/publication.ts';
import { PublicationsService } from './publishing/publications.service.ts';
import { createPublishJob } from './publishing/publish-job.ts';
import { anyLag, countChanges } from './records/record.sql.ts';
import { RecordReader } from './records/record-reader.ts';
import { RecordRefresher } from './records/record-refresher.ts';

export interface ChannelsNeeds {
  readonly catalog: Catalog;
  readonly jobs: Jobs;
}

export type Channels = Awaited<ReturnType<typeof createChannels>>;

/** Publishes products to channels. */
export async function createChannels(ports: Ports, needs: ChannelsNeeds) {
  const { database, outbound, cursors, cipher, files, clock, ids, baseUrl, workspace } = ports;
  const { catalog, jobs } = needs;
  const tokens = createFeedTokens(await ports.secrets.load('channel feeds'));
  const feedUrl = (address: FeedAddress) => `${baseUrl()}/channel-feeds/${tokens.tokenOf(address)}`;
  const channels = new ChannelsRepository(database);
  const platforms = createPlatforms({ post: createPostJson({ client: outbound.channels, clock }) });
  const shared = { database, channels, platforms, clock };
  const refresher = new RecordRefresher({ ...shared, catalog: catalog.reader, workspace });
  const service = new ChannelsService({
    ...shared,
    ...{ catalog: catalog.reader, locks: catalog.locks, refresher, cipher, files, feedUrl, ids },
    checkUrl: outbound.checkUrl,
  });
  const products = new ProductReferences(database);
  const records = new RecordReader({ database, channels, refresher, products, cursors });
  const publications = new PublicationsService({ channels, products, catalog: catalog.reader, jobs: jobs.service });
  const feeds = new FeedReader({ channels, tokens, files, rebuilder: new FeedRebuilder({ ...shared, files }) });
  const publishJob = createPublishJob({ ...shared, catalog: catalog.reader, refresher, files, cipher });
  const lookupChannel = createIdLookup('channel', ({ tenantId }, id) => channels.exists(tenantId, id));
  return {
    service,
    publications,
    refresher,
    routes: createChannelsRoutes({ channels: service, records, publications, feeds }),
    lookups: { channel: lookupChannel, channelFeed: feeds.lookup },
    jobHandlers: [publishJob as JobHandler],
    metricSources: [{ name: 'channels', read: () => readChanges(database) }],
    backlogs: [
      defineBacklog('channels.refresh', anyLag, (signal) => refresher.drain(signal)),
      defineBacklog('publications.release', selectAbandoned, (signal) => releaseAbandoned(database, signal)),
    ],
  };
}

async function readChanges(database: Database): Promise<Measurement[]> {
  const [read] = await database.run(countChanges, {});
  return [{ metric: 'pcm.channels.records_waiting', value: read?.changes ?? 0 }];
}
