import { context, propagation, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentLogFields, withLogFields } from '../../kernel/index.ts';
import { createTracing } from './create-tracing.ts';

// The test process is shared, so registrations are undone.
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

function open() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return { tracing: createTracing(provider.getTracer('test')), spans: () => exporter.getFinishedSpans() };
}

const job = { name: 'job import', kind: 'consumer' } as const;

it('saves the trace of work with its request, and continues it later', async () => {
  const { tracing, spans } = open();
  const saved = await withLogFields({ requestId: 'req_1' }, () => tracing.span(job, async () => tracing.save()));
  expect(saved).toEqual({ traceparent: expect.stringMatching(/^00-/), requestId: 'req_1' });
  const fields = await tracing.span({ ...job, parent: saved }, async () => currentLogFields());
  const [first, second] = spans();
  expect(second).toMatchObject({
    name: 'job import',
    kind: SpanKind.CONSUMER,
    parentSpanContext: { spanId: first?.spanContext().spanId },
    attributes: { 'contract_kit.request_id': 'req_1' },
  });
  expect(fields).toEqual({ requestId: 'req_1', traceId: first?.spanContext().traceId });
});

it('has nothing to save or send without a trace', () => {
  const { tracing } = open();
  expect([tracing.save(), tracing.headers()]).toEqual([null, {}]);
});

it('marks a span whose work throws', async () => {
  const { tracing, spans } = open();
  await expect(tracing.span(job, () => Promise.reject(new RangeError('too long')))).rejects.toThrow('too long');
  expect(spans()).toMatchObject([
    { status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'RangeError' } },
  ]);
});
