import { Tally } from '@contract-kit/otel/tally';
import type { IdSource } from '../../kernel/index.ts';
import { type Measurement, type MetricSource, measurementsOf } from '../../observability/index.ts';
import type { Database } from '../../storage/index.ts';
import { insertRequests, measureRequestLog } from './request-log.sql.ts';
import { isFailure, type SeenRequest, toRow } from './seen-request.ts';

export interface RequestLogOptions {
  readonly database: Database;
  readonly ids: IdSource;
  /** Called when requests could not be written; not again until a write succeeds. */
  readonly onError: (error: unknown) => void;
  /**
   * Maximum number of requests in memory, half of it reserved for failed ones. Default 2,000: this bounds what a second
   * of cheap reads may cost the database.
   */
  readonly capacity?: number;
  /** Milliseconds between writes. Default 1,000. */
  readonly intervalMs?: number;
}

/** Requests per statement: few enough to be serialized without blocking the process. */
const batchSize = 500;

/**
 * Saves requests in batches, outside their processing: the database never slows down or fails a request. Entries that
 * cannot be written are lost and counted.
 */
export class RequestLog {
  readonly #options: Required<RequestLogOptions>;
  readonly #timer: NodeJS.Timeout;
  readonly #outcomes = new Tally('outcome');
  readonly #waiting: SeenRequest[] = [];
  #writing: Promise<void> | null = null;
  #isFailing = false;

  constructor(options: RequestLogOptions) {
    this.#options = { capacity: 2000, intervalMs: 1000, ...options };
    this.#timer = setInterval(() => void this.flush(), this.#options.intervalMs).unref();
    for (const outcome of ['written', 'dropped', 'failed']) this.#outcomes.add([outcome], 0);
  }

  get sources(): readonly MetricSource[] {
    return [
      { name: 'request log', read: () => this.#measure() },
      { name: 'request log table', read: () => this.#measureTable() },
    ];
  }

  add(request: SeenRequest): void {
    const { capacity } = this.#options;
    const room = isFailure(request) ? capacity : capacity / 2;
    if (this.#waiting.length >= room) this.#outcomes.add(['dropped']);
    else this.#waiting.push(request);
  }

  /** Writes pending entries. It never fails. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  /** Writes the remaining entries and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const { database, ids, onError } = this.#options;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        const entries = JSON.stringify(batch.map((request) => toRow(request, ids.next())));
        await database.run(insertRequests, { entries });
        this.#outcomes.add(['written'], batch.length);
        this.#isFailing = false;
      } catch (error) {
        this.#outcomes.add(['failed'], batch.length);
        if (!this.#isFailing) onError(error);
        this.#isFailing = true;
        return;
      }
    }
  }

  #measure(): Measurement[] {
    return [
      ...measurementsOf('pcm.request_log.entries', this.#outcomes),
      { metric: 'pcm.request_log.waiting', value: this.#waiting.length },
    ];
  }

  async #measureTable(): Promise<Measurement[]> {
    const [read] = await this.#options.database.run(measureRequestLog, {});
    return [{ metric: 'pcm.request_log.table_size', value: read?.tableSize ?? 0 }];
  }
}
