import type { Tally } from '@contract-kit/otel/tally';
import type { MetricName } from './metrics.ts';

/** A value of a metric. */
export interface Measurement {
  readonly metric: MetricName;
  readonly value: number;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Where numbers come from: a feature that counts, or one statement on its tables. */
export interface MetricSource {
  /** In `pcm.metrics.failed_reads`: `webhooks`. */
  readonly name: string;
  /** Called when metrics are collected, every few seconds at most. */
  read(): readonly Measurement[] | Promise<readonly Measurement[]>;
}

/** What a tally has counted, as values of a metric. */
export function measurementsOf(metric: MetricName, tally: Tally<readonly string[]>): Measurement[] {
  return tally.counts().map((count) => ({ metric, ...count }));
}
