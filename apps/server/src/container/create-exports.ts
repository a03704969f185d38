import type { CatalogReader } from '../features/catalog/index.ts';
import {
  createExportJob,
  createExportProfileLookup,
  createImageFetcher,
  ExportProfilesRepository,
  ExportProfilesService,
  ExportRunner,
  ExportsService,
  FeedsRepository,
  FeedsService,
  type FetchedImage,
  type FetchImage,
  ProductFiles,
  sweepFeeds,
} from '../features/exports/index.ts';
import type { JobsService } from '../features/jobs/index.ts';
import { ProductSelector } from '../features/products/index.ts';
import { createSecretCipher } from '../features/webhooks/index.ts';
import type { FileStore } from '../files/index.ts';
import type { Clock, IdSource, Logger, WorkspaceSettings } from '../kernel/index.ts';
import { type Database, loadSharedSecret } from '../storage/index.ts';
import type { Outbound } from './create-outbound.ts';

export interface ExportPorts {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly store: FileStore;
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
  /** The API's address. */
  readonly baseUrl: () => string;
  readonly outbound: Outbound;
  /** The image an address of this server leads to; null for any other address. */
  readonly readImage: (url: string) => Promise<FetchedImage | null>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
}

/** Exports of products, their profiles and feeds. */
export async function createExports(ports: ExportPorts) {
  const { database, catalog, store, baseUrl, clock, ids } = ports;
  const cipher = createSecretCipher(await loadSharedSecret(database, 'feeds', clock.now()));
  const profiles = new ExportProfilesRepository(database);
  const feedFiles = new FeedsRepository(database);
  const files = new ProductFiles({ catalog, selector: new ProductSelector({ catalog }) });
  const fetchElsewhere = createImageFetcher(ports.outbound.downloads);
  // Files of this server are read from their store: its own address may be a private one.
  const fetchImage: FetchImage = async (url, signal) => (await ports.readImage(url)) ?? fetchElsewhere(url, signal);
  const runner = new ExportRunner({ ...ports, files, profiles, fetchImage });
  const feeds = new FeedsService({ ...ports, feeds: feedFiles, profiles, files });
  const feedsUrl = () => `${baseUrl()}/feeds`;
  const profilesService = new ExportProfilesService({ database, profiles, catalog, cipher, feedsUrl, clock, ids });
  return {
    runner,
    profiles: profilesService,
    feeds,
    job: createExportJob({ runner, store, ids }),
    lookups: { exportProfile: createExportProfileLookup(profiles) },
    sweep: (signal: AbortSignal) => sweepFeeds(store, feedFiles, clock.now(), signal),
    /** What accepts exports. */
    withJobs: (jobs: JobsService) =>
      new ExportsService({ database, catalog, profiles: profilesService, runner, jobs, clock }),
  };
}
