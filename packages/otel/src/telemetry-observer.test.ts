import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hostNames, startHost } from '../../middleware/test-support/hosts.ts';
import { createTelemetryObserver, observerMetrics, RequestDurations } from './index.ts';

// What is global is what an application registers; other files of the process must not find it.
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

/** OpenTelemetry that keeps everything in memory until the test ends. */
function createTelemetry() {
  const spans = new InMemorySpanExporter();
  const tracers = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await tracers.shutdown();
    await meters.shutdown();
  });
  return {
    spans: () => spans.getFinishedSpans(),
    /** The points of a metric as `[attributes, value]`. */
    async metric(name: keyof typeof observerMetrics) {
      const { resourceMetrics } = await reader.collect();
      const metric = resourceMetrics.scopeMetrics
        .flatMap(({ metrics }) => metrics)
        .find(({ descriptor }) => descriptor.name === name);
      expect(metric?.descriptor).toMatchObject({
        description: observerMetrics[name].description,
        unit: observerMetrics[name].unit,
      });
      return (metric?.dataPoints ?? []).map(({ attributes, value }) => [attributes, value] as const);
    },
    options: { tracer: tracers.getTracer('test'), meter: meters.getMeter('test') },
  };
}

describe.each(hostNames)('the telemetry of an API on %s', (host) => {
  it('is a span for each request, named by its route, with its outcome', async () => {
    const telemetry = createTelemetry();
    const { send } = await startHost(host, { observer: createTelemetryObserver(telemetry.options) });
    const missing = await send('/todos/none?fields=title', { headers: { 'user-agent': 'tests' } });
    const nowhere = await send('/nowhere');
    expect(telemetry.spans()).toMatchObject([
      {
        name: 'GET /todos/{id}',
        kind: SpanKind.SERVER,
        status: { code: SpanStatusCode.UNSET },
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/todos/{id}',
          'http.response.status_code': 404,
          'http.response.body.size': Buffer.byteLength(await missing.text()),
          'url.path': '/todos/none',
          'user_agent.original': 'tests',
          'contract_kit.operation': 'todos.get',
          'contract_kit.error_code': 'not_found',
          'contract_kit.request_id': missing.headers.get('x-request-id'),
        },
      },
      { name: 'GET', attributes: { 'http.response.status_code': 404, 'contract_kit.error_code': 'not_found' } },
    ]);
    expect(nowhere.status).toBe(404);
  });

  it('continues the trace of the request, and is active in handlers', async () => {
    const telemetry = createTelemetry();
    const active: unknown[] = [];
    const { send } = await startHost(host, {
      observer: createTelemetryObserver(telemetry.options),
      handlers: {
        list: async () => {
          await Promise.resolve();
          active.push(trace.getActiveSpan()?.spanContext());
          throw new Error('The database is away.');
        },
      },
    });
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    await send('/todos', { headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=1' } });
    const [span] = telemetry.spans();
    expect(span?.parentSpanContext).toMatchObject({ traceId, spanId });
    expect(active).toMatchObject([{ traceId, spanId: span?.spanContext().spanId }]);
    expect(span).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'http.response.status_code': 500, 'error.type': 'internal_error' },
    });
  });

  it('measures durations, refusals, limits, keys and preconditions', async () => {
    const telemetry = createTelemetry();
    const { send } = await startHost(host, { observer: createTelemetryObserver(telemetry.options) });
    const post = (title: string, key: string) =>
      send('/todos', {
        method: 'POST',
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      });
    for (const title of ['Milk', 'Milk', 'Bread']) await post(title, 'k1');
    const created = await post('Tea', 'k2');
    const path = created.headers.get('location') ?? '';
    const etag = created.headers.get('etag') ?? '';
    for (const condition of [etag, '"other"']) await send(path, { headers: { 'if-none-match': condition } });
    await send(path, { method: 'DELETE', headers: { 'if-match': '"other"' } });

    const durations = await telemetry.metric('http.server.request.duration');
    const byStatus = durations.map(([attributes, value]) => [attributes, (value as Histogram).count]);
    expect(byStatus).toContainEqual([
      { 'http.request.method': 'POST', 'http.route': '/todos', 'http.response.status_code': 201 },
      3,
    ]);
    expect(durations[0]?.[1]).toMatchObject({
      buckets: { boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
    });
    expect(await telemetry.metric('contract_kit.refusals')).toEqual([
      [{ operation: 'todos.create', code: 'idempotency_key_reused' }, 1],
      [{ operation: 'todos.remove', code: 'precondition_failed' }, 1],
    ]);
    expect(await telemetry.metric('contract_kit.rate_limit.decisions')).toEqual([
      [{ limit: 'standard', outcome: 'admitted' }, 7],
    ]);
    expect(await telemetry.metric('contract_kit.idempotency.outcomes')).toEqual([
      [{ operation: 'todos.create', outcome: 'executed' }, 2],
      [{ operation: 'todos.create', outcome: 'replayed' }, 1],
      [{ operation: 'todos.create', outcome: 'reused' }, 1],
    ]);
    expect(await telemetry.metric('contract_kit.preconditions')).toEqual([
      [{ operation: 'todos.get', outcome: 'not_modified' }, 1],
      [{ operation: 'todos.get', outcome: 'met' }, 1],
      [{ operation: 'todos.remove', outcome: 'failed' }, 1],
    ]);
  });
});

describe('a telemetry observer', () => {
  it('names its metrics as declared, and has no label with a value of the client', async () => {
    const telemetry = createTelemetry();
    const { send } = await startHost('fetch without a port', { observer: createTelemetryObserver(telemetry.options) });
    await send('/todos', { method: 'BREW' });
    const [[attributes] = []] = await telemetry.metric('http.server.request.duration');
    expect(attributes).toEqual({ 'http.request.method': '_OTHER', 'http.response.status_code': 405 });
    expect(telemetry.spans()[0]?.name).toBe('HTTP');
  });

  it('creates a child of the span of the host', async () => {
    const telemetry = createTelemetry();
    const { send } = await startHost('fetch without a port', { observer: createTelemetryObserver(telemetry.options) });
    const host = telemetry.options.tracer.startSpan('host');
    const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    await context.with(trace.setSpan(context.active(), host), () => send('/todos', { headers }));
    expect(telemetry.spans()[0]?.parentSpanContext?.spanId).toBe(host.spanContext().spanId);
  });

  it('creates no span for a request that begins no trace, unless the request continues one', async () => {
    const telemetry = createTelemetry();
    const active: unknown[] = [];
    const handlers = {
      list: async () => {
        active.push(trace.getActiveSpan());
        return { status: 200 as const, body: { data: [] } };
      },
    };
    const observer = createTelemetryObserver({ ...telemetry.options, beginsTrace: () => false });
    const { send } = await startHost('fetch without a port', { observer, handlers });
    await send('/todos');
    expect([active, telemetry.spans()]).toEqual([[undefined], []]);
    await send('/todos', { headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } });
    expect(telemetry.spans()).toMatchObject([{ parentSpanContext: { spanId: 'b7ad6b7169203331' } }]);
  });

  it('keeps durations in RequestDurations instead of a histogram', async () => {
    const telemetry = createTelemetry();
    const durations = new RequestDurations();
    const observer = createTelemetryObserver({ ...telemetry.options, durations });
    const { send } = await startHost('fetch without a port', { observer });
    for (const path of ['/todos', '/todos', '/nowhere']) await send(path);
    expect(durations.points()).toMatchObject([
      {
        attributes: { 'http.request.method': 'GET', 'http.route': '/todos', 'http.response.status_code': 200 },
        count: 2,
      },
      { attributes: { 'http.request.method': 'GET', 'http.response.status_code': 404 }, count: 1 },
    ]);
    expect(Object.keys(durations.points()[1]?.attributes ?? {})).not.toContain('http.route');
    expect(await telemetry.metric('http.server.request.duration').catch(() => 'none')).toBe('none');
  });

  it('creates only spans or metrics for which it has a provider', () => {
    expect(Object.keys(createTelemetryObserver({ tracer: null }))).not.toContain('around');
    expect(Object.keys(createTelemetryObserver({ meter: null }))).not.toContain('onCount');
  });
});
