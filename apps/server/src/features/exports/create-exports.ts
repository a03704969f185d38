import { defineTask } from '../../kernel/index.ts';
import { createSecretCipher } from '../../storage/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { createIdLookup } from '../id-lookup.ts';
import type { JobHandler, Jobs } from '../jobs/index.ts';
import type { Ports } from '../ports.ts';
import { ProductSelector } from '../products/index.ts';
import { createExportProfilesRoutes } from './export-profiles.routes.ts';
import { createExportsRoutes } from './exports.routes.ts';
import { sweepFeeds } from './feeds/feed-files.ts';
import { FeedsRepository } from './feeds/feeds.repository.ts';
import { FeedsService } from './feeds/feeds.service.ts';
import { createImageFetcher, type FetchedImage, type FetchImage } from './images/fetch-image.ts';
import { ExportProfilesRepository } from './profiles/export-profiles.repository.ts';
import { ExportProfilesService } from './profiles/export-profiles.service.ts';
import { createExportJob } from './requests/export-job.ts';
import { ExportRunner } from './requests/export-runner.ts';
import { ExportsService } from './requests/exports.service.ts';
import { RecordFiles, type RecordFilesOptions } from './writing/record-files.ts';

export interface ExportsNeeds {
  readonly catalog: Catalog;
  readonly records: RecordFilesOptions['records'];
  readonly jobs: Jobs;
  readonly assets: {
    /** Reads the image at an address of this server; null for any other address. */
    readonly files: { readImage(url: string): Promise<FetchedImage | null> };
  };
}

/** Exports of products and of the catalog, their profiles and feeds. */
export async function createExports(ports: Ports, needs: ExportsNeeds) {
  const { database, files: store, outbound, clock, ids, logger, baseUrl, workspace } = ports;
  const { jobs } = needs;
  const { reader: catalog } = needs.catalog;
  const cipher = createSecretCipher(await ports.secrets.load('feeds'));
  const repository = new ExportProfilesRepository(database);
  const feedFiles = new FeedsRepository(database);
  const files = new RecordFiles({ catalog, selector: new ProductSelector({ catalog }), records: needs.records });
  const fetchElsewhere = createImageFetcher(outbound.downloads);
  // Files of this server are read from their store: the server's own address may be a private one.
  const fetchImage: FetchImage = async (url, signal) =>
    (await needs.assets.files.readImage(url)) ?? fetchElsewhere(url, signal);
  const shared = { database, files, profiles: repository, store, clock, ids };
  const runner = new ExportRunner({ ...shared, fetchImage });
  const feeds = new FeedsService({ ...shared, feeds: feedFiles, workspace, logger });
  const feedsUrl = () => `${baseUrl()}/feeds`;
  const profiles = new ExportProfilesService({ database, profiles: repository, catalog, cipher, feedsUrl, clock, ids });
  const service = new ExportsService({ database, catalog, profiles, runner, jobs: jobs.service, clock });
  return {
    service,
    profiles,
    runner,
    routes: createExportsRoutes(service),
    profileRoutes: createExportProfilesRoutes({ profiles, feeds }),
    lookups: { exportProfile: createIdLookup('exportProfile', ({ tenantId }, id) => repository.exists(tenantId, id)) },
    jobHandlers: [createExportJob({ runner, store, ids }) as JobHandler],
    tasks: [defineTask('feeds.sweep', 3600, (signal) => sweepFeeds(store, feedFiles, clock.now(), signal))],
  };
}
