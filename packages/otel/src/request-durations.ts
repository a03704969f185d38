import { AttributeCells } from './attribute-cells.ts';

/** The request a duration is of. */
export interface MeasuredRequest {
  /** `_OTHER` for a method that HTTP does not know. */
  readonly method: string;
  /** Undefined where no operation serves the path. */
  readonly route: string | undefined;
  readonly status: number;
  /** Error code; undefined unless the status is 5xx. */
  readonly errorType: string | undefined;
}

/** The durations of the requests that have the same attributes. */
export interface DurationPoint {
  /** By the names of the semantic conventions. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Requests by the first bound that is not below their duration; the last one counts those above all bounds. */
  readonly counts: readonly number[];
  /** Seconds. */
  readonly sum: number;
  readonly count: number;
  /** Milliseconds since the epoch at the first of them. */
  readonly startedAtMs: number;
}

type Cell = { -readonly [Name in keyof Omit<DurationPoint, 'attributes' | 'counts'>]: DurationPoint[Name] } & {
  readonly counts: number[];
};

/** Upper bounds of the buckets in seconds, as the semantic conventions advise. */
export const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;

const names = ['http.request.method', 'http.route', 'http.response.status_code', 'error.type'] as const;

/**
 * The histogram `http.server.request.duration`, kept without an SDK and read when metrics are collected. It costs a
 * fraction of a histogram of the SDK, which sorts and serializes the attributes with each request.
 *
 * @example
 * const durations = new RequestDurations();
 * const observer = createTelemetryObserver({ durations });
 * // When metrics are collected, in a MetricProducer of the SDK:
 * for (const { attributes, counts, sum, count } of durations.points()) …
 */
export class RequestDurations {
  readonly #cells = new AttributeCells<typeof names, string | number | undefined, Cell>(names, createCell);

  record(seconds: number, { method, route, status, errorType }: MeasuredRequest): void {
    const cell = this.#cells.at([method, route, status, errorType]);
    let bucket = 0;
    while (bucket < durationBounds.length && seconds > (durationBounds[bucket] as number)) bucket += 1;
    cell.counts[bucket] = (cell.counts[bucket] ?? 0) + 1;
    cell.sum += seconds;
    cell.count += 1;
  }

  /** What was recorded so far. */
  points(): readonly DurationPoint[] {
    return this.#cells.entries().map(({ attributes, cell }) => ({ attributes, ...cell, counts: [...cell.counts] }));
  }
}

function createCell(): Cell {
  return { counts: [...durationBounds, Infinity].map(() => 0), sum: 0, count: 0, startedAtMs: Date.now() };
}
