import { join } from 'node:path';
import {
  createAuthenticator,
  createClientErrorHandler,
  createCountCache,
  createCursorCodec,
} from '@contract-kit/middleware';
import {
  createApiKeyListener,
  createPostgresIdempotencyStore,
  createPostgresRateLimitStore,
} from '@contract-kit/middleware/postgres';
import { apiPrefix, contract } from '@product-content/contract';
import type { Express } from 'express';
import pg from 'pg';
import type { Config } from './config/index.ts';
import { createAssetImages, createAssets } from './container/create-assets.ts';
import { createBackgroundWork } from './container/create-background-work.ts';
import { createChannels } from './container/create-channels.ts';
import { createExports } from './container/create-exports.ts';
import { createFeatures } from './container/create-features.ts';
import { createOutbound } from './container/create-outbound.ts';
import { createRateLimitCounting } from './container/create-rate-limit.ts';
import { createWebhooks } from './container/create-webhooks.ts';
import { seedSampleCatalog } from './demo/sample-catalog.ts';
import { entities } from './entities.ts';
import { CachedCatalogReader, CatalogChanges, PostgresCatalogLocks } from './features/catalog/index.ts';
import { PublicationsService, releaseAbandoned } from './features/channels/index.ts';
import { EventFeed } from './features/events/index.ts';
import { type JobHandler, startJobWorker, sweepJobs } from './features/jobs/index.ts';
import { createKeyLookup, KeyRepository, KeyService, keyPrefix, LastUsed } from './features/keys/index.ts';
import { MetaService } from './features/meta/index.ts';
import {
  AssetEffects,
  CatalogEffects,
  createAssociationRemoval,
  createCompletenessRecompute,
  createProductChecks,
  type ImageAssetSource,
  ProductReader,
  ProductsService,
  ProductWriter,
  VersionReader,
} from './features/products/index.ts';
import { startDeliveryEngine, sweepDeliveries } from './features/webhooks/index.ts';
import { WorkspaceRepository, WorkspaceService } from './features/workspaces/index.ts';
import { createResponseBodies, createUploadReceiver, openFileStore, sweepUploads } from './files/index.ts';
import {
  createExpressApp,
  createHandlers,
  createHealth,
  createProductLookup,
  createRateLimit,
  withEncryptedSecrets,
} from './http/index.ts';
import { createTasks, type RecurringTask, WorkQueue } from './jobs/index.ts';
import { encodeId, type Logger, systemClock, systemIds, type WorkspaceSettings } from './kernel/index.ts';
import { outboxFollowers } from './outbox-followers.ts';
import {
  awaitServer,
  Database,
  loadSharedSecret,
  migrate,
  Orm,
  settleRestoredEvents,
  toSqlExecutor,
} from './storage/index.ts';

export interface ContainerOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  /** Where callers reach this server, without the API's prefix. Asked when it is needed: a port may be taken late. */
  readonly publicUrl: () => string;
  /** Background work beside the app's own, and in place of what it has of the same type; for tests. */
  readonly jobHandlers?: readonly JobHandler[];
  /** Hold each answer to the contract; for tests. */
  readonly validateResponses?: boolean;
}

export type Container = Awaited<ReturnType<typeof createContainer>>;

/** Connections of one process. The embedded server takes 60, of which jobs, listeners and tools need a few. */
const poolSize = 24;

const clock = systemClock;
const ids = systemIds;

/** Builds every service of the app, once. The database is brought to the newest schema first. */
export async function createContainer(options: ContainerOptions) {
  const { config, logger, databaseUrl } = options;
  const { database, migrated } = await openDatabase(databaseUrl, logger);
  const access = createAccess(database, logger);
  const files = await openFileStore({ location: config.files, spoolFolder: join(config.dataDir, 'spool'), ids });
  const catalog = createCatalog(database);
  const assetImages = createAssetImages(database, options.publicUrl);
  const products = await createProducts(database, catalog, assetImages.source);
  const outbound = createOutbound(config);
  const features = createFeatures(database, catalog, products);
  const webhooks = await createWebhooks({ database, checkUrl: outbound.checkUrl, clock, ids });
  const assets = createAssets({
    ...{ database, outbound, clock, ids, files, products },
    addresses: assetImages.addresses,
  });
  const baseUrl = () => options.publicUrl() + apiPrefix;
  const meta = new MetaService({ baseUrl, rateLimit: config.rateLimit });
  const workspace = (id: string) => access.workspaces.getById(id);
  const ports = { database, workspace, baseUrl, clock, ids, logger };
  const channels = await createChannels({
    ...ports,
    ...catalog,
    outbound,
    files,
    cursors: products.cursors,
    cipher: webhooks.cipher,
  });
  const exporting = await createExports({
    ...ports,
    ...catalog,
    store: files,
    outbound,
    readImage: (url) => assets.files.readImage(url),
  });
  const queue = new WorkQueue({ database, databaseUrl, jobsUrl: config.jobsUrl, clock, logger });
  const background = createBackgroundWork({
    ...ports,
    queue,
    ...features,
    ...{ files, cursors: products.cursors, writer: products.writer, catalog: catalog.catalog, locks: catalog.locks },
    handlers: [exporting.job, channels.publishJob],
    others: options.jobHandlers,
  });
  const exports = exporting.withJobs(background.jobs);
  const publications = new PublicationsService({ database, channels: channels.repository, jobs: background.jobs });
  const responses = createPostgresIdempotencyStore({
    transaction: database.transactionRunner,
    scopeColumn: 'workspace_id',
    bodies: createResponseBodies(files),
    budgetBytes: config.idempotencyStoreBudget,
  });
  const windows = createPostgresRateLimitStore({ query: toSqlExecutor(database).query });
  const counting = await createRateLimitCounting(config, windows, logger);
  const rateLimit = createRateLimit(counting.store, config.rateLimit);
  const health = createHealth({ checkDatabase: () => database.ping(), clock });
  const completeness = createCompletenessRecompute({ ...catalog, ...ports });
  const associations = createAssociationRemoval({ ...catalog, ...ports });
  return {
    database,
    /** Migrations that ran now, oldest first. */
    migrated,
    meta,
    health,
    /** Uploads, and what is kept of them. */
    files,
    ...access,
    ...features,
    products: products.service,
    jobs: background.jobs,
    channels: channels.channels,
    publications,
    channelRecords: channels.refresher,
    exports,
    exportProfiles: exporting.profiles,
    exportRunner: exporting.runner,
    assets,
    imports: background.imports,
    /** What `pcm doctor` looks for. */
    checks: createProductChecks({ database, ...catalog, workspaces: () => access.workspaces.list() }),

    createApp: (): Express =>
      createExpressApp({
        contract,
        handlers: createHandlers({
          meta: { meta, lastUsed: access.lastUsed },
          products: { products: products.service, reader: products.reader, versions: products.versions },
          categories: { categories: features.categories, attributes: features.categoryAttributes },
          attributes: features.attributes,
          attributeGroups: features.attributeGroups,
          collections: { collections: features.collections, products: features.collectionProducts },
          channels: { ...channels, publications },
          assets,
          files: assets.files,
          imports: background.imports,
          events: new EventFeed(database),
          exports,
          exportProfiles: exporting,
          webhooks,
          jobs: { jobs: background.jobs, files },
          keys: access.keys,
        }),
        lookups: {
          product: createProductLookup((workspace, idOrSku, view) => products.reader.tag({ workspace }, idOrSku, view)),
          ...features.lookups,
          channel: channels.lookup,
          channelFeed: channels.feeds.lookup,
          asset: assets.lookup,
          webhook: webhooks.lookup,
          job: background.lookup,
          apiKey: access.keyLookup,
          ...exporting.lookups,
        },
        authenticator: access.authenticator,
        lastUsed: access.lastUsed,
        ids,
        logger,
        rateLimit,
        idempotencyStore: withEncryptedSecrets(responses, webhooks.cipher),
        uploads: createUploadReceiver(files, ids),
        health,
        corsOrigins: config.corsOrigins,
        validateResponses: options.validateResponses,
      }),

    /** Answers what is no HTTP, counted like requests without a key. */
    answerClientErrors: createClientErrorHandler({
      generateRequestId: () => encodeId('request', ids.next()),
      rateLimit,
    }),

    /** Keys revoked by another process end here too. */
    listenForKeys: () =>
      createApiKeyListener({
        createClient: () => new pg.Client({ connectionString: databaseUrl, application_name: 'product-content keys' }),
        authenticator: access.authenticator,
        onError: (error) =>
          logger.warn({ err: error }, 'Revoked keys are not heard of; they are looked up each second.'),
      }),

    /** Fills an empty workspace with the sample catalog. */
    seedSampleCatalog: (workspace: WorkspaceSettings) =>
      seedSampleCatalog(
        { ...features, products: products.service, assets: assets.intake, files, channels: channels.channels },
        workspace,
        ids,
      ),

    createTasks: (): readonly RecurringTask[] =>
      createTasks({
        database,
        clock,
        idempotency: responses,
        rateLimit: windows,
        completeness,
        associations,
        channels: channels.refresher,
        publications: { release: (signal) => releaseAbandoned(database, signal) },
        webhooks: { sweep: (signal) => sweepDeliveries(database, clock.now(), { signal }) },
        feeds: exporting,
        assets,
        uploads: { sweep: (signal) => sweepUploads(files, clock.now(), signal) },
        jobs: {
          sweep: (signal) => sweepJobs({ database, handlers: background.handlers, logger }, clock.now(), { signal }),
        },
      }),

    /** Runs background jobs in this process. */
    startJobWorker: () => startJobWorker({ ...ports, queue, handlers: background.handlers }),

    /** Sends webhooks from this process. */
    startDeliveries: () =>
      startDeliveryEngine({
        database,
        databaseUrl,
        clock,
        ids,
        logger,
        cipher: webhooks.cipher,
        schedule: config.webhookRetrySchedule,
        client: outbound.webhooks,
      }),

    async close(): Promise<void> {
      outbound.close();
      counting.close();
      await access.lastUsed.close();
      await queue.close();
      await database.close();
    },
  };
}

async function openDatabase(url: string, logger: Logger) {
  const orm = new Orm({ url, poolSize, entities, onWarning: (message) => logger.warn(message) });
  try {
    await awaitServer(orm);
    const migrated = await migrate(orm);
    if (migrated.length > 0) logger.info({ migrated }, 'The database was migrated.');
    const onAfterCommitError = (err: unknown) => logger.error({ err }, 'What follows a commit failed.');
    const database = new Database(orm, { followers: outboxFollowers, onAfterCommitError });
    const restored = await settleRestoredEvents(database);
    if (restored > 0) logger.info({ events: restored }, 'Events of another database server were put in order.');
    return { migrated, database };
  } catch (error) {
    await orm.close();
    throw error;
  }
}

/** Workspaces, their keys, and who calls with them. */
function createAccess(database: Database, logger: Logger) {
  const keyStore = new KeyRepository(database);
  return {
    workspaces: new WorkspaceService({ repository: new WorkspaceRepository(database), clock, ids }),
    keys: new KeyService({ repository: keyStore, clock, ids }),
    keyLookup: createKeyLookup(keyStore),
    authenticator: createAuthenticator({ prefix: keyPrefix, store: keyStore }),
    lastUsed: new LastUsed({
      repository: keyStore,
      clock,
      onError: (err) => logger.error({ err }, 'The last uses of keys were not written down.'),
    }),
  };
}

/** What rules read of the catalog, and how it is changed. */
function createCatalog(database: Database) {
  const locks = new PostgresCatalogLocks(database);
  return {
    locks,
    catalog: new CachedCatalogReader({ database, locks }),
    changes: new CatalogChanges({ database, locks, clock, ids }),
  };
}

async function createProducts(
  database: Database,
  { catalog, locks }: ReturnType<typeof createCatalog>,
  assets: ImageAssetSource,
) {
  const cursors = createCursorCodec({ secret: await loadSharedSecret(database, 'cursor', clock.now()) });
  const versions = new VersionReader(database);
  const writer = new ProductWriter({ database, catalog, locks, assets, clock, ids });
  return {
    cursors,
    versions,
    unlinks: new AssetEffects({ database, catalog, locks, clock, ids }),
    writer,
    reader: new ProductReader({ database, catalog, cursors, counts: createCountCache() }),
    service: new ProductsService(writer, versions, catalog),
    effects: new CatalogEffects({ database, catalog, locks, clock, ids }),
  };
}
