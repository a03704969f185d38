import { join } from 'node:path';
import { createCursorCodec } from '@contract-kit/middleware';
import { apiPrefix } from '@product-content/contract';
import { catalogParts } from './catalog-parts.ts';
import type { Config } from './config/index.ts';
import { seedSampleCatalog } from './demo/sample-catalog.ts';
import { entities } from './entities.ts';
import { createAssetImages, createAssets } from './features/assets/index.ts';
import { createAttributes } from './features/attributes/index.ts';
import { createCatalog } from './features/catalog/index.ts';
import { createCategories } from './features/categories/index.ts';
import { createChannels } from './features/channels/index.ts';
import { createCollections } from './features/collections/index.ts';
import { createEvents } from './features/events/index.ts';
import { createExports } from './features/exports/index.ts';
import { createImports } from './features/imports/index.ts';
import { createJobs, type JobHandler } from './features/jobs/index.ts';
import { createKeys } from './features/keys/index.ts';
import { createMeta } from './features/meta/index.ts';
import type { Ports } from './features/ports.ts';
import { createProducts } from './features/products/index.ts';
import { createRequests } from './features/requests/index.ts';
import { createWebhooks } from './features/webhooks/index.ts';
import { createWorkspaces } from './features/workspaces/index.ts';
import { openFileStore, sweepUploads } from './files/index.ts';
import { createHttp, type HttpFeatures } from './http/index.ts';
import { WorkQueue } from './jobs/index.ts';
import {
  type Backlog,
  type Check,
  defineTask,
  type Logger,
  type RecurringTask,
  systemClock,
  systemIds,
  type WorkspaceSettings,
} from './kernel/index.ts';
import { createDatabaseMetrics, type MetricSource, noTelemetry, type Telemetry } from './observability/index.ts';
import { createOutbound } from './outbound/index.ts';
import { outboxFollowers } from './outbox-followers.ts';
import { createSecretCipher, openDatabase, SharedSecrets, sweepOutbox } from './storage/index.ts';

export interface ContainerOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  /** Where callers reach this server, without the API's prefix. A function, because the port may be known late. */
  readonly publicUrl: () => string;
  /** Job handlers beside those of the app; one replaces that of the same type. For tests. */
  readonly jobHandlers?: readonly JobHandler[];
  /** Default: off. */
  readonly telemetry?: Pick<Telemetry, 'observer' | 'tracing'>;
  /** Check each response against the contract; for tests. */
  readonly validateResponses?: boolean;
}

export type Container = Awaited<ReturnType<typeof createContainer>>;

/** What a feature contributes to the app, apart from its routes and what other features use. */
interface Contribution {
  readonly lookups?: HttpFeatures['lookups'];
  readonly tasks?: readonly RecurringTask[];
  readonly backlogs?: readonly Backlog[];
  readonly jobHandlers?: readonly JobHandler[];
  readonly checks?: readonly Check[];
  readonly metricSources?: readonly MetricSource[];
}

/** Connections of one process. The embedded server accepts 60; jobs, listeners and tools need a few of them. */
const poolSize = 24;

/** Builds the app. Migrates the database to the newest schema first. */
export async function createContainer(options: ContainerOptions) {
  const { config, logger, databaseUrl, publicUrl } = options;
  const { observer, tracing } = options.telemetry ?? noTelemetry;
  const [clock, ids] = [systemClock, systemIds];
  const followers = outboxFollowers;
  const opened = await openDatabase({ url: databaseUrl, poolSize, entities, followers, tracing, logger });
  const { database } = opened;
  const files = await openFileStore({ location: config.files, spoolFolder: join(config.dataDir, 'spool'), ids });
  const outbound = createOutbound({ allowPrivate: config.webhookAllowPrivate, tracing });
  const secrets = new SharedSecrets({ database, keys: config.secretsKeys, clock });
  const cursors = createCursorCodec({ secret: await secrets.load('cursor') });
  const cipher = createSecretCipher(await secrets.load('webhooks'));
  const queue = new WorkQueue({ database, databaseUrl, jobsUrl: config.jobsUrl, clock, logger });
  const workspaces = createWorkspaces({ database, clock, ids });
  const workspace = (id: string) => workspaces.getById(id);
  const baseUrl = () => publicUrl() + apiPrefix;
  const ports: Ports = {
    ...{ database, databaseUrl, files, outbound, cursors, secrets, cipher, clock, ids, logger, tracing },
    ...{ publicUrl, baseUrl, workspace },
  };

  // Each feature only depends on those above it.
  const keys = createKeys(ports);
  const meta = createMeta(ports, { keys, rateLimit: config.rateLimit });
  const catalog = createCatalog(ports, { parts: catalogParts });
  const images = createAssetImages(ports);
  const products = createProducts(ports, { catalog, images: images.source, workspaces });
  const assets = createAssets(ports, { images, products });
  const attributes = createAttributes(ports, { catalog, products });
  const categories = createCategories(ports, { catalog, products, attributes });
  const collections = createCollections(ports, { catalog, products });
  const events = createEvents(ports);
  const webhooks = createWebhooks(ports, { retrySchedule: config.webhookRetrySchedule });
  const jobs = createJobs(ports, { queue });
  const imports = createImports(ports, { catalog, products, attributes, categories, collections, jobs });
  const exports = await createExports(ports, {
    ...{ catalog, assets, jobs },
    records: {
      categories: categories.service,
      attributes: attributes.service,
      attribute_groups: attributes.groups,
      collections: collections.service,
    },
  });
  const channels = await createChannels(ports, { catalog, jobs });
  const { requestLogDays: days, requestLogRows: rows } = config;
  const requests = createRequests(ports, { retention: { days, rows } });
  const observers = [...(observer === null ? [] : [observer]), ...requests.observers];
  const { validateResponses } = options;
  const http = await createHttp(ports, { config, keys, observers, validateResponses });
  const sweeps = [
    defineTask('outbox.sweep', 3600, (signal) => sweepOutbox(database, clock.now(), { signal })),
    defineTask('uploads.sweep', 3600, (signal) => sweepUploads(files, clock.now(), signal)),
  ];

  const catalogFeatures = { products, assets, attributes, categories, collections, channels };
  const workFeatures = { keys, requests, webhooks, jobs, imports, exports };
  const contributions: readonly Contribution[] = Object.values({
    ...catalogFeatures,
    ...workFeatures,
    http,
    sweeps: { tasks: sweeps },
  });
  jobs.register(contributions.flatMap(({ jobHandlers = [] }) => jobHandlers));
  jobs.register(options.jobHandlers ?? []);

  return {
    database,
    files,
    secrets,
    health: http.health,
    /** Migrations that just ran, oldest first. */
    migrated: opened.migrated,
    workspaces,
    keys: keys.service,
    attributes: attributes.service,
    products: products.service,
    jobs: jobs.service,
    channels: channels.service,
    publications: channels.publications,
    channelRecords: channels.refresher,
    exports: exports.service,
    exportProfiles: exports.profiles,
    exportRunner: exports.runner,
    assets,
    imports: imports.service,
    /** What `pcm doctor` looks for. */
    checks: contributions.flatMap(({ checks = [] }) => checks),
    /** Where metrics come from. */
    metricSources: [
      ...createDatabaseMetrics(database),
      ...contributions.flatMap(({ metricSources = [] }) => metricSources),
    ],
    /** Recurring tasks in the background. */
    tasks: contributions.flatMap(({ tasks = [] }) => tasks),
    /** What changes leave to be done in the background. */
    backlogs: contributions.flatMap(({ backlogs = [] }) => backlogs),
    /** Runs background jobs in this process. */
    startJobWorker: jobs.startWorker,
    /** Sends webhooks from this process. */
    startDeliveries: webhooks.startDeliveries,
    /** Ends keys here that another process revokes. */
    listenForKeys: keys.listen,

    createApp: () =>
      http.createApp({
        handlers: {
          meta: meta.routes,
          products: products.routes,
          categories: categories.routes,
          attributes: attributes.routes,
          attributeGroups: attributes.groupRoutes,
          collections: collections.routes,
          channels: channels.routes,
          assets: assets.routes,
          files: assets.fileRoutes,
          imports: imports.routes,
          importProfiles: imports.profileRoutes,
          events: events.routes,
          exports: exports.routes,
          exportProfiles: exports.profileRoutes,
          webhooks: webhooks.routes,
          jobs: jobs.routes,
          keys: keys.routes,
          requests: requests.routes,
        },
        lookups: Object.assign({}, ...contributions.map(({ lookups }) => lookups)),
      }),
    handleClientError: http.handleClientError,
    /** Fills an empty workspace with the sample catalog. */
    seedSampleCatalog: (workspace: WorkspaceSettings) => seedSampleCatalog(catalogFeatures, ports, workspace),

    async close(): Promise<void> {
      outbound.close();
      http.close();
      await keys.uses.close();
      await requests.close();
      await queue.close();
      await database.close();
    },
  };
}
