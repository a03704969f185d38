import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config/index.ts';
import type { Logger } from './kernel/index.ts';

/** How long running requests and jobs may take to end, in milliseconds. */
export const graceMs = 10_000;
/**
 * How long ending what was started may take, in milliseconds, whatever it does: 30 seconds in all, beside
 * `SHUTDOWN_DELAY`.
 */
export const endMs = { work: graceMs + 2000, keyListener: 3000, telemetry: 3000, container: 5000, database: 10_000 };
/** How long a process that was replaced goes on, in milliseconds, so that its clients connect to another one. */
export const replacedDelayMs = 1000;

/** How long a process may take to end, in milliseconds, its database aside. */
export function endWithinMs({ shutdownDelayMs }: Config): number {
  return (
    Math.max(shutdownDelayMs, replacedDelayMs) + endMs.work + endMs.keyListener + endMs.telemetry + endMs.container
  );
}

/** One of the things that have to be ended. */
interface ShutdownStep {
  /** In a log line: `Ending the … failed.` */
  readonly name: string;
  readonly end: () => Promise<unknown>;
  /** Milliseconds it may take. What takes longer is left to the end of the process. */
  readonly withinMs: number;
}

/**
 * What has to be ended: first all work, at the same time, then what it stands on, in the order opposite to its start. A
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

  /** Adds what handles requests or jobs. */
  addWork(step: ShutdownStep): void {
    this.#work.push(step);
  }

  /** Adds what work needs until it has ended. */
  addFoundation(step: ShutdownStep): void {
    this.#foundations.push(step);
  }

  /** Ends everything, once; later calls wait for the same end. */
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
