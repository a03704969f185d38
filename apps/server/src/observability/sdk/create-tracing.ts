import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { currentLogFields, type Tracing, withLogFields } from '../../kernel/index.ts';

const kinds = { consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;

/** Tracing with OpenTelemetry; context and propagation are the global ones. */
export function createTracing(tracer: Tracer): Tracing {
  const headers = (): Readonly<Record<string, string>> => {
    const carrier: Record<string, string> = {};
    propagation.inject(context.active(), carrier);
    return carrier;
  };
  return {
    headers,
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    save() {
      const { traceparent, tracestate } = headers();
      if (traceparent === undefined) return null;
      const { requestId } = currentLogFields();
      return { traceparent, ...(tracestate && { tracestate }), ...(requestId && { requestId }) };
    },
    span({ name, kind, parent, attributes }, work) {
      const around = parent == null ? context.active() : propagation.extract(ROOT_CONTEXT, parent);
      const requestId = parent?.requestId ?? currentLogFields().requestId;
      const named = { ...attributes, ...(requestId && { 'contract_kit.request_id': requestId }) };
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: named }, around);
      const { traceId } = span.spanContext();
      const run = () => withLogFields({ traceId, ...(requestId && { requestId }) }, work);
      return context
        .with(trace.setSpan(around, span), run)
        .catch((error: unknown) => {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
          throw error;
        })
        .finally(() => span.end());
    },
  };
}
