import { context } from '@opentelemetry/api';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, it, onTestFinished } from 'vitest';
import { durationBounds, RequestDurations } from './request-durations.ts';

it('counts in the same buckets as a histogram of the SDK, bounds included', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  onTestFinished(() => provider.shutdown());
  const advice = { explicitBucketBoundaries: [...durationBounds] };
  const histogram = provider.getMeter('test').createHistogram('durations', { advice });
  const durations = new RequestDurations();
  const request = { method: 'GET', route: '/todos', status: 200, errorType: undefined };
  const samples = [0, ...durationBounds.flatMap((bound) => [bound - 0.001, bound, bound + 0.001]), 60];
  for (const seconds of samples) {
    histogram.record(seconds, {}, context.active());
    durations.record(seconds, request);
  }
  const { resourceMetrics } = await reader.collect();
  const expected = resourceMetrics.scopeMetrics[0]?.metrics[0]?.dataPoints[0]?.value as Histogram;
  const [point] = durations.points();
  expect(point).toMatchObject({ counts: expected.buckets.counts, sum: expected.sum, count: expected.count });
});

it('keeps requests apart that differ in any attribute, and leaves out what they lack', () => {
  const durations = new RequestDurations();
  const request = { method: 'GET', route: '/todos', status: 200, errorType: undefined };
  const others = [
    request,
    { ...request, method: 'POST' },
    { ...request, route: undefined },
    { ...request, status: 503 },
    { ...request, status: 503, errorType: 'unavailable' },
  ];
  for (const other of [...others, request]) durations.record(0.001, other);
  expect(durations.points().map(({ count, attributes }) => [count, Object.keys(attributes).length])).toEqual([
    [2, 3],
    [1, 3],
    [1, 2],
    [1, 3],
    [1, 4],
  ]);
});
