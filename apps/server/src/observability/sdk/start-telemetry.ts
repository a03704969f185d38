import { createTelemetryObserver } from '@contract-kit/otel';
import { context, type Meter, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, ParentBasedSampler, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Logger, noTracing } from '../../kernel/index.ts';
import { MetricReader } from '../metric-reader.ts';
import { metrics } from '../metrics.ts';
import type { Telemetry, TelemetryConfig } from '../open-telemetry.ts';
import { createProcessMetrics } from '../process-metrics.ts';
import { BoundedSampler } from './bounded-sampler.ts';
import { createTracing } from './create-tracing.ts';
import { MetricsServer } from './metrics-server.ts';

/** The telemetry of a process with OpenTelemetry. */
export function startTelemetry(config: TelemetryConfig, logger: Logger): Telemetry {
  const { metricsPort, metricsHost, otlpEndpoint, role, traceRatio, tracesPerSecond } = config;
  const server = metricsPort === null ? null : new MetricsServer({ port: metricsPort, host: metricsHost });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'product-content', 'pcm.role': role }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const readers: IMetricReader[] = [];
  const spanProcessors: SpanProcessor[] = [];
  if (server !== null) readers.push(server.reader);
  if (otlpEndpoint !== null) {
    readers.push(
      new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: `${otlpEndpoint}/v1/metrics` }) }),
    );
    spanProcessors.push(
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces` }) }),
    );
  }
  const meters = new MeterProvider({ resource, readers });
  const meter = meters.getMeter('product-content');
  const processMetrics = createProcessMetrics();
  const sampler = new ParentBasedSampler({
    root: new BoundedSampler({ ratio: traceRatio, perSecond: tracesPerSecond }),
  });
  const tracers = otlpEndpoint === null ? null : new TracerProvider({ resource, sampler, spanProcessors });
  if (tracers !== null) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(tracers);
  }
  const tracer = tracers?.getTracer('product-content') ?? null;
  const observer = createTelemetryObserver({ meter, tracer });
  return {
    observer,
    tracing: tracer === null ? noTracing : createTracing(tracer),
    async start(sources) {
      observeAll(meter, new MetricReader({ sources: [processMetrics, ...sources], logger }));
      await server?.listen();
    },
    get metricsUrl() {
      return server?.url ?? null;
    },
    async close() {
      processMetrics.stop();
      const ending = [tracers?.shutdown(), meters.shutdown(), server?.close()];
      const failed = (await Promise.allSettled(ending)).find(({ status }) => status === 'rejected');
      if (tracers !== null) for (const api of [trace, context, propagation]) api.disable();
      if (failed?.status === 'rejected') logger.warn({ err: failed.reason }, 'The last telemetry could not be sent.');
    },
  };
}

/** All declared metrics are read together when any of them is collected. */
function observeAll(meter: Meter, reader: MetricReader): void {
  const instruments = new Map(
    Object.entries(metrics).map(([name, { kind, unit, description }]) => {
      const make = kind === 'counter' ? meter.createObservableCounter : meter.createObservableGauge;
      return [name, make.call(meter, name, { unit, description })] as const;
    }),
  );
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { metric, value, attributes } of await reader.read()) {
        const instrument = instruments.get(metric);
        if (instrument !== undefined) result.observe(instrument, value, attributes);
      }
    },
    [...instruments.values()],
  );
}
