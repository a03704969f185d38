import { performance } from 'node:perf_hooks';
import { Tally } from '@contract-kit/otel/tally';
import type { Logger } from '../kernel/index.ts';
import { type Measurement, type MetricSource, measurementsOf } from './metric-source.ts';

export interface MetricReaderOptions {
  readonly sources: readonly MetricSource[];
  readonly logger: Logger;
  /** Milliseconds for which a reading is reused. Default 5,000. */
  readonly freshMs?: number;
  /** Milliseconds after which a source is left out of a reading. Default 2,000. */
  readonly timeoutMs?: number;
}

/** Reads all sources concurrently, in bounded time. A source that fails is left out, and counted. */
export class MetricReader {
  readonly #options: Required<MetricReaderOptions>;
  readonly #failures = new Tally('source');
  /** Unfinished readings by source: a slow database is not queried twice. */
  readonly #running = new Map<MetricSource, Promise<readonly Measurement[]>>();
  #last: { readonly at: number; readonly read: Promise<readonly Measurement[]> } | null = null;

  constructor(options: MetricReaderOptions) {
    this.#options = { freshMs: 5000, timeoutMs: 2000, ...options };
    for (const { name } of options.sources) this.#failures.add([name], 0);
  }

  read(): Promise<readonly Measurement[]> {
    const at = performance.now();
    if (this.#last === null || at - this.#last.at >= this.#options.freshMs) this.#last = { at, read: this.#readAll() };
    return this.#last.read;
  }

  async #readAll(): Promise<readonly Measurement[]> {
    const read = await Promise.all(this.#options.sources.map((source) => this.#readOne(source)));
    return [...read.flat(), ...measurementsOf('pcm.metrics.failed_reads', this.#failures)];
  }

  async #readOne(source: MetricSource): Promise<readonly Measurement[]> {
    const { timeoutMs, logger } = this.#options;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`It took more than ${timeoutMs} ms.`)), timeoutMs);
    try {
      return await Promise.race([this.#start(source), tooLate]);
    } catch (err) {
      this.#failures.add([source.name]);
      logger.warn({ err, source: source.name }, 'Metrics could not be read.');
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  #start(source: MetricSource): Promise<readonly Measurement[]> {
    const running = this.#running.get(source);
    if (running !== undefined) return running;
    const reading = Promise.resolve()
      .then(() => source.read())
      .finally(() => this.#running.delete(source));
    this.#running.set(source, reading);
    return reading;
  }
}
