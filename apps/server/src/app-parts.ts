import { apiPrefix } from '@product-content/contract';
import type { Config } from './config/index.ts';
import { type Container, createContainer } from './container.ts';
import { ensureDemo } from './demo/demo-workspace.ts';
import { consolePath } from './features/meta/index.ts';
import { startHttpServer } from './http/index.ts';
import { startSchedule } from './jobs/index.ts';
import type { Logger } from './kernel/index.ts';
import { openTelemetry } from './observability/index.ts';
import { releaseMemoryWhenIdle } from './process/idle-memory.ts';
import { endMs, graceMs, replacedDelayMs, type Shutdown } from './shutdown.ts';

export interface AppPartsOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Prints a line for the person who started the app. */
  readonly print: (line: string) => void;
  readonly databaseUrl: string;
  /** Gets what has to be ended. */
  readonly shutdown: Shutdown;
  /** How the app ends; set when it stops. */
  readonly end: { readonly isReplaced: boolean };
}

/** Starts what the settings ask for, on a database that runs: API, jobs. @returns what to print. */
export async function startParts(options: AppPartsOptions): Promise<readonly string[]> {
  const { config, logger, databaseUrl, shutdown, end } = options;
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
  releaseMemoryWhenIdle();
  if (config.role !== 'api') {
    const schedule = await startSchedule({ ...container, databaseUrl, jobsUrl: config.jobsUrl, logger });
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

async function makeDemo({ config, print }: AppPartsOptions, container: Container): Promise<void> {
  const seed = config.seed === 'sample' ? container.seedSampleCatalog : null;
  const demo = await ensureDemo({ ...container, dataDir: config.dataDir, seed });
  if (demo === null) return;
  print(`The workspace "demo" has the API key ${demo.key}`);
  print(`The key is stored in ${demo.keyFile} and not shown again.`);
}
