import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config/index.ts';
import type { Logger } from './kernel/index.ts';

/** Milliseconds for running requests and jobs to finish. */
export const graceMs = 10_000;
/** Milliseconds for each step of the shutdown: 30 seconds in total, in addition to `SHUTDOWN_DELAY`. */
export const endMs = { work: graceMs + 2000, keyListener: 3000, telemetry: 3000, container: 5000, database: 10_000 };
/** Milliseconds for which a replaced process continues, so that its clients connect to another one. */
export const replacedDelayMs = 1000;

/** Milliseconds in which a process stops, apart from its database. */
export function endWithinMs({ shutdownDelayMs }: Config): number {
  return (
    Math.max(shutdownDelayMs, replacedDelayMs) + endMs.work + endMs.keyListener + endMs.telemetry + endMs.container
  );
}

/** A part of the process to shut down. */
interface ShutdownStep {
  /** The name in a log line: `Ending the … failed.` */
  readonly name: string;
  readonly end: () => Promise<unknown>;
  /** Milliseconds it may take. Afterwards, the exit of the process ends it. */
  readonly withinMs: number;
}

/**
 * Shuts the process down: first all work at the same time, then what it depends on, in reverse order of starting. A
 * step that fails, or never ends, does not keep the others from ending.
 */
export class Shutdown {
  readonly #work: ShutdownStep[] = [];
  readonly #foundations: ShutdownStep[] = [];
  readonly #logger: Logger;
  #running: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Adds a part that handles requests or jobs. */
  addWork(step: ShutdownStep): void {
    this.#work.push(step);
  }

  /** Adds a part that work needs until it has ended. */
  addFoundation(step: ShutdownStep): void {
    this.#foundations.push(step);
  }

  /** Runs all steps, once; later calls wait for the same shutdown. */
  run(): Promise<void> {
    this.#running ??= this.#endAll();
    return this.#running;
  }

  async #endAll(): Promise<void> {
    await Promise.all(this.#work.splice(0).map((step) => this.#end(step)));
    for (let step = this.#foundations.pop(); step !== undefined; step = this.#foundations.pop()) await this.#end(step);
  }

  async #end({ name, end, withinMs }: ShutdownStep): Promise<void> {
    const over = new AbortController();
    const late = delay(withinMs, 'late', { signal: over.signal });
    late.catch(() => undefined);
    try {
      if ((await Promise.race([end(), late])) !== 'late') return;
      this.#logger.error(`The ${name} did not end within ${withinMs / 1000} seconds.`);
    } catch (err) {
      this.#logger.error({ err }, `Ending the ${name} failed.`);
    } finally {
      over.abort();
    }
  }
}
