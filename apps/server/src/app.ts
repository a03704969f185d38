import { apiPrefix } from '@product-content/contract';
import type { Config } from './config/index.ts';
import { type Container, createContainer } from './container.ts';
import { ensureDemo } from './demo/demo-workspace.ts';
import { consolePath } from './features/meta/index.ts';
import { startHttpServer } from './http/index.ts';
import { startSchedule } from './jobs/index.ts';
import type { Logger } from './kernel/index.ts';
import { Shutdown } from './shutdown.ts';
import { startEmbeddedPostgres } from './storage/index.ts';

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Prints a line for whoever started the app. */
  readonly print: (line: string) => void;
  /** Told when the app cannot go on. */
  readonly onLost?: (error: unknown) => void;
}

/** The running app. */
export interface App {
  /** The API's address, with its version segment; null when this process serves no requests. */
  readonly baseUrl: string | null;
  /** Lets what runs end, then ends everything. */
  stop(): Promise<void>;
}

/** How long running requests and jobs may take to end, in milliseconds. */
const graceMs = 10_000;
/**
 * How long ending what was started may take, in milliseconds, whatever it does: 30 seconds in all, beside
 * `SHUTDOWN_DELAY`.
 */
const endMs = { work: graceMs + 2000, keyListener: 3000, container: 5000, database: 10_000 };

/**
 * Starts what the settings ask for: database, API, jobs. What was started ends again when a later step fails.
 *
 * @throws StartError in words for whoever started it.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const shutdown = new Shutdown(options.logger);
  try {
    const baseUrl = await start(options, shutdown);
    return { baseUrl, stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function start(options: AppOptions, shutdown: Shutdown): Promise<string | null> {
  const { config, logger, print } = options;
  const databaseUrl = config.databaseUrl ?? (await startDatabase(options, shutdown));
  let listening = `http://${config.host}:${config.port}`;
  const container = await createContainer({
    config,
    logger,
    databaseUrl,
    publicUrl: () => config.publicUrl ?? listening,
  });
  shutdown.addFoundation({ name: 'container', end: () => container.close(), withinMs: endMs.container });
  await makeDemo(options, container);
  if (config.role !== 'api') {
    const { tasks } = container;
    const schedule = await startSchedule({ databaseUrl, jobsUrl: config.jobsUrl, tasks, logger });
    shutdown.addWork({ name: 'schedule', end: () => schedule.stop(graceMs), withinMs: endMs.work });
    const worker = await container.startJobWorker();
    shutdown.addWork({ name: 'job worker', end: () => worker.stop(graceMs), withinMs: endMs.work });
    const deliveries = container.startDeliveries();
    shutdown.addWork({ name: 'webhook deliveries', end: () => deliveries.stop(graceMs), withinMs: endMs.work });
  }
  if (config.role === 'worker') {
    print('ready (worker)');
    return null;
  }
  const keyListener = container.listenForKeys();
  shutdown.addFoundation({ name: 'key listener', end: () => keyListener.stop(), withinMs: endMs.keyListener });
  const server = await startHttpServer(container.createApp(), {
    ...config,
    onClientError: container.handleClientError,
  });
  const drain = () => {
    container.health.drain();
    return server.drain({ delayMs: config.shutdownDelayMs, graceMs });
  };
  shutdown.addWork({ name: 'HTTP server', end: drain, withinMs: config.shutdownDelayMs + endMs.work });
  listening = server.origin;
  const baseUrl = listening + apiPrefix;
  print(`The developer console is at ${listening}${consolePath}`);
  print(`ready ${baseUrl}`);
  return baseUrl;
}

async function startDatabase({ config, onLost }: AppOptions, shutdown: Shutdown): Promise<string> {
  const postgres = await startEmbeddedPostgres(config.dataDir, { onLost });
  shutdown.addFoundation({ name: 'embedded database', end: () => postgres.stop(), withinMs: endMs.database });
  return postgres.url;
}

async function makeDemo({ config, print }: AppOptions, container: Container): Promise<void> {
  const seed = config.seed === 'sample' ? container.seedSampleCatalog : null;
  const demo = await ensureDemo({ ...container, dataDir: config.dataDir, seed });
  if (demo === null) return;
  print(`The workspace "demo" has the API key ${demo.key}`);
  print(`The key is kept in ${demo.keyFile} and not shown again.`);
}
