import type { Tally } from '@contract-kit/otel/tally';
import type { MetricName } from './metrics.ts';

/** A value of a metric. */
export interface Measurement {
  readonly metric: MetricName;
  readonly value: number;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A source of measurements: a feature that counts, or a statement on its tables. */
export interface MetricSource {
  /** The name in `pcm.metrics.failed_reads`, such as `webhooks`. */
  readonly name: string;
  /** Called when metrics are collected, at most every few seconds. */
  read(): readonly Measurement[] | Promise<readonly Measurement[]>;
}

/** Converts the counts of a tally to measurements of a metric. */
export function measurementsOf(metric: MetricName, tally: Tally<readonly string[]>): Measurement[] {
  return tally.counts().map((count) => ({ metric, ...count }));
}
