import { readFileSync } from 'node:fs';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, it, onTestFinished } from 'vitest';
import { createMeasuredApi, mails } from '../../docs/guides/snippets/recipes/telemetry.ts';
import { observerMetrics } from './src/index.ts';

it('the API of the README is measured by the global provider, with its custom metrics', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  onTestFinished(async () => {
    metrics.disable();
    await provider.shutdown();
  });
  const send = createFetchHandler(createMeasuredApi());
  mails.add(['delivered']);
  await send(new Request('http://shop.test/nothing'));
  const { resourceMetrics } = await reader.collect();
  const collected = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  const names = collected.filter(({ dataPoints }) => dataPoints.length > 0).map(({ descriptor }) => descriptor.name);
  expect(names.sort()).toEqual(
    ['contract_kit.rate_limit.decisions', 'contract_kit.refusals', 'http.server.request.duration', 'shop.mails'].sort(),
  );
});

it('the README names every metric with its attributes', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  for (const [name, { attributes }] of Object.entries(observerMetrics)) {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
    for (const attribute of Object.keys(attributes)) expect(row).toContain(`\`${attribute}\``);
  }
});
