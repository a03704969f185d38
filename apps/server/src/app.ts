import { apiPrefix } from '@product-content/contract';
import type { Config } from './config/index.ts';
import { type Container, createContainer } from './container.ts';
import { ensureDemo } from './demo/demo-workspace.ts';
import { consolePath } from './features/meta/index.ts';
import { startHttpServer } from './http/index.ts';
import { startSchedule } from './jobs/index.ts';
import type { Logger } from './kernel/index.ts';
import { openTelemetry } from './observability/index.ts';
import { endMs, graceMs, replacedDelayMs, Shutdown } from './shutdown.ts';
import { startDatabase } from './start-database.ts';

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Prints a line for the person who started the app. */
  readonly print: (line: string) => void;
  /** Called when the app cannot continue. */
  readonly onLost?: (error: unknown) => void;
}

/** The running app. */
export interface App {
  /** What to print once it runs: the addresses it serves. */
  readonly lines: readonly string[];
  /**
   * Waits for running work, then stops everything.
   *
   * @param options.isReplaced another process already serves the same port: the health check stays ready, and each
   *   connection is closed after its next response.
   */
  stop(options?: { readonly isReplaced?: boolean }): Promise<void>;
}

/**
 * Starts what the settings ask for: database, API, jobs. If a step fails, everything started before it is stopped.
 *
 * @throws StartError with a message for the person who started the app.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const shutdown = new Shutdown(options.logger);
  const end: End = { isReplaced: false };
  try {
    const lines = await start(options, shutdown, end);
    return {
      lines,
      stop: ({ isReplaced = false } = {}) => {
        end.isReplaced = isReplaced;
        return shutdown.run();
      },
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** How the app ends; set when it stops. */
interface End {
  isReplaced: boolean;
}

async function start(options: AppOptions, shutdown: Shutdown, end: End): Promise<readonly string[]> {
  const { config, logger } = options;
  const databaseUrl = config.databaseUrl ?? (await startDatabase(options, shutdown));
  const telemetry = await openTelemetry(config, logger);
  let listening = `http://${config.host}:${config.port}`;
  const container = await createContainer({
    config,
    logger,
    databaseUrl,
    publicUrl: () => config.publicUrl ?? listening,
    telemetry,
  });
  shutdown.addFoundation({ name: 'container', end: () => container.close(), withinMs: endMs.container });
  // Closing telemetry reads the database one last time.
  shutdown.addFoundation({ name: 'telemetry', end: () => telemetry.close(), withinMs: endMs.telemetry });
  await makeDemo(options, container);
  await telemetry.start(container.metricSources);
  if (config.role !== 'api') {
    const { tasks } = container;
    const schedule = await startSchedule({ databaseUrl, jobsUrl: config.jobsUrl, tasks, logger });
    shutdown.addWork({ name: 'schedule', end: () => schedule.stop(graceMs), withinMs: endMs.work });
    const worker = await container.startJobWorker();
    shutdown.addWork({ name: 'job worker', end: () => worker.stop(graceMs), withinMs: endMs.work });
    const deliveries = container.startDeliveries();
    shutdown.addWork({ name: 'webhook deliveries', end: () => deliveries.stop(graceMs), withinMs: endMs.work });
  }
  const metrics = telemetry.metricsUrl === null ? [] : [`metrics ${telemetry.metricsUrl}`];
  if (config.role === 'worker') return [...metrics, 'ready (worker)'];
  const keyListener = container.listenForKeys();
  shutdown.addFoundation({ name: 'key listener', end: () => keyListener.stop(), withinMs: endMs.keyListener });
  const server = await startHttpServer(container.createApp(), {
    ...config,
    onClientError: container.handleClientError,
  });
  const drain = () => {
    if (!end.isReplaced) container.health.drain();
    return server.drain({ delayMs: end.isReplaced ? replacedDelayMs : config.shutdownDelayMs, graceMs });
  };
  const withinMs = Math.max(config.shutdownDelayMs, replacedDelayMs) + endMs.work;
  shutdown.addWork({ name: 'HTTP server', end: drain, withinMs });
  listening = server.origin;
  return [...metrics, `The developer console is at ${listening}${consolePath}`, `ready ${listening}${apiPrefix}`];
}

async function makeDemo({ config, print }: AppOptions, container: Container): Promise<void> {
  const seed = config.seed === 'sample' ? container.seedSampleCatalog : null;
  const demo = await ensureDemo({ ...container, dataDir: config.dataDir, seed });
  if (demo === null) return;
  print(`The workspace "demo" has the API key ${demo.key}`);
  print(`The key is stored in ${demo.keyFile} and not shown again.`);
}
