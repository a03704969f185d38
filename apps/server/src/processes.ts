import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimitStore } from '@contract-kit/middleware';
import { serveRateLimitStore } from '@contract-kit/middleware/ipc';
import type { AppOptions } from './app.ts';
import type { Config } from './config/index.ts';
import { type Logger, StartError } from './kernel/index.ts';
import { endWithinMs, Shutdown } from './shutdown.ts';
import { startDatabase } from './start-database.ts';

/** A message from the parent to a child: stop with the whole server, or because another child has replaced it. */
export type ChildOrder = 'end' | 'make way';

/** A message from a child to its parent once it serves. */
export interface ChildReady {
  /** What to print for the person who started the server. */
  readonly lines: readonly string[];
}

/** The server running as several processes. */
export interface Processes {
  /** What to print once all processes serve. */
  readonly lines: readonly string[];
  /** Replaces one child after the other, each with one that already serves. No request is lost. */
  replaceAll(): Promise<void>;
  /** Stops all children at the same time, then the embedded database. */
  stop(): Promise<void>;
}

/** Milliseconds before a child that exited is started again: doubled each time it exits soon. */
const backoff = { firstMs: 500, maxMs: 30_000, resetAfterMs: 60_000 };

/**
 * Starts `config.processes` children that share the port, and one that runs jobs. The parent holds the port and passes
 * each connection to a child in turn, so that a child can be replaced without losing one: with a socket for each child
 * (`SO_REUSEPORT`), connections waiting in the socket of a child that stops would be dropped.
 *
 * @throws StartError
 */
export async function startProcesses(options: AppOptions): Promise<Processes> {
  const { config, logger } = options;
  const shutdown = new Shutdown(logger);
  try {
    const databaseUrl = config.databaseUrl ?? (await startDatabase(options, shutdown));
    // Loaded late: a single process starts PostgreSQL before it loads this.
    const { createMemoryRateLimitStore } = await import('@contract-kit/middleware');
    const children = new Children(config, databaseUrl, createMemoryRateLimitStore(), logger);
    shutdown.addWork({ name: 'child processes', end: () => children.end(), withinMs: endWithinMs(config) });
    const lines = await children.start();
    return {
      lines,
      replaceAll: () => children.replaceAll(),
      stop: () => shutdown.run(),
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** A slot for one child at a time. */
interface ProcessSlot {
  readonly role: 'api' | 'worker';
  /** The port on which its child serves metrics; null for none. */
  readonly metricsPort: number | null;
  child: Worker;
  startedAt: number;
  waitMs: number;
}

class Children {
  readonly #config: Config;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #logger: Logger;
  readonly #slots: ProcessSlot[] = [];
  /** Counts the requests of all children, and survives each of them. */
  readonly #rateLimits: RateLimitStore;
  /** Ends pauses before a restart. */
  readonly #ending = new AbortController();
  #replacing: Promise<void> | null = null;

  constructor(config: Config, databaseUrl: string, rateLimits: RateLimitStore, logger: Logger) {
    this.#config = config;
    this.#rateLimits = rateLimits;
    this.#environment = {
      DATABASE_URL: databaseUrl,
      PROCESSES: '1',
    };
    this.#logger = logger;
  }

  /** Starts the child that runs jobs, which migrates the database and creates the demo, then the others. */
  async start(): Promise<readonly string[]> {
    const { role, processes, metricsPort } = this.#config;
    // Metrics describe one process: each child has its own port, counting up.
    const portOf = (index: number) => (metricsPort === null ? null : metricsPort + index);
    const workers = role === 'api' ? 0 : 1;
    if (workers > 0) await this.#fill('worker', portOf(0));
    const apis = await Promise.all(
      Array.from({ length: processes }, (_, index) => this.#fill('api', portOf(workers + index))),
    );
    return apis[0]?.lines ?? [];
  }

  replaceAll(): Promise<void> {
    this.#replacing ??= this.#replaceEach().finally(() => {
      this.#replacing = null;
    });
    return this.#replacing;
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(runningChildren().map((child) => endChild(child, 'end')));
  }

  async #fill(role: ProcessSlot['role'], metricsPort: number | null): Promise<ChildReady> {
    const { child, ready } = await this.#fork({ role, metricsPort });
    const slot = { role, metricsPort, child, startedAt: performance.now(), waitMs: backoff.firstMs };
    this.#slots.push(slot);
    this.#watch(slot);
    return ready;
  }

  /** Starts a child and waits until it serves. @throws StartError when it exits before. */
  async #fork({
    role,
    metricsPort,
  }: Pick<ProcessSlot, 'role' | 'metricsPort'>): Promise<{ child: Worker; ready: ChildReady }> {
    const metrics = metricsPort === null ? {} : { METRICS_PORT: String(metricsPort) };
    const child = cluster.fork({ ...this.#environment, ...metrics, ROLE: role });
    serveRateLimitStore(this.#rateLimits, child);
    const waiting = new AbortController();
    const ended = once(child, 'exit', waiting).then(() => {
      throw new StartError(`The process ${nameOf(role, child)} ended before it was ready.`);
    });
    ended.catch(() => undefined);
    try {
      return { child, ready: await Promise.race([readyMessageOf(child), ended]) };
    } finally {
      waiting.abort();
    }
  }

  /** Starts another child in a slot when the current one exits by itself. */
  #watch(slot: ProcessSlot): void {
    const { child, role } = slot;
    child.once('exit', (code, signal) => {
      if (this.#ending.signal.aborted || slot.child !== child) return;
      this.#logger.error({ process: nameOf(role, child), code, signal }, 'A process ended; another takes its place.');
      void this.#refill(slot);
    });
  }

  async #refill(slot: ProcessSlot): Promise<void> {
    if (performance.now() - slot.startedAt > backoff.resetAfterMs) slot.waitMs = backoff.firstMs;
    while (!this.#ending.signal.aborted) {
      await delay(slot.waitMs, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      slot.waitMs = Math.min(slot.waitMs * 2, backoff.maxMs);
      if (await this.#renew(slot)) return;
    }
  }

  /** @returns false when no new child could be started. */
  async #renew(slot: ProcessSlot): Promise<boolean> {
    if (this.#ending.signal.aborted) return false;
    try {
      const { child } = await this.#fork(slot);
      Object.assign(slot, { child, startedAt: performance.now() });
      this.#watch(slot);
      return true;
    } catch (err) {
      if (!this.#ending.signal.aborted) this.#logger.error({ err }, 'A process could not be started.');
      return false;
    }
  }

  async #replaceEach(): Promise<void> {
    for (const slot of this.#slots) {
      const { child } = slot;
      if (child.isDead()) continue;
      if (!(await this.#renew(slot))) return;
      await endChild(child, 'make way');
    }
    this.#logger.info('All processes have been replaced.');
  }
}

/** Kills all children of this process immediately. */
export function killChildren(): void {
  for (const child of runningChildren()) child.process.kill('SIGKILL');
}

function runningChildren(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((child) => child !== undefined);
}

/** A child may count requests before it says that it is ready. */
function readyMessageOf(child: Worker): Promise<ChildReady> {
  return new Promise((resolve) => {
    child.on('message', (message: object) => 'lines' in message && resolve(message as ChildReady));
  });
}

async function endChild(child: Worker, order: ChildOrder): Promise<void> {
  if (child.isDead()) return;
  const ended = once(child, 'exit');
  // A child that is just exiting has closed the channel.
  if (child.isConnected()) child.send(order, () => undefined);
  await ended;
}

/** The name of a child in log lines: its role and a number that no other child of this start has had. */
export function nameOf(role: Config['role'], { id }: { readonly id: number }): string {
  return `${role}-${id}`;
}
