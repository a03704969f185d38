import { type ObservedRequest, type ObservedResponse, type Observer, toApiError } from '@contract-kit/middleware';
import {
  context,
  type Meter,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { observerMetrics } from './metrics.ts';
import { durationBounds, type MeasuredRequest, type RequestDurations } from './request-durations.ts';
import { Tally } from './tally.ts';

export interface TelemetryObserverOptions {
  /** Creates spans. Default: the tracer of the global provider. Null: no spans. */
  readonly tracer?: Tracer | null;
  /** Creates metrics. Default: the meter of the global provider. Null: no metrics. */
  readonly meter?: Meter | null;
  /** Where durations are kept. Default: in a histogram of the meter. */
  readonly durations?: RequestDurations;
  /**
   * Whether a request begins a trace, asked for each one that continues none. It is cheaper than a sampler of the
   * provider, because nothing is made for a request that begins none. Default: every request begins one, and the sampler
   * decides whether it is recorded.
   */
  readonly beginsTrace?: () => boolean;
}

const scope = '@contract-kit/otel';

/** The methods of the semantic conventions; clients could choose any other name. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/**
 * An observer that creates a span for each request and the metrics of `observerMetrics`, named by the semantic
 * conventions for HTTP. A span continues the trace of the request's `traceparent`, or the active span of the host, and
 * is active while the request is served. A 4xx does not mark a span as failed.
 *
 * @example
 * createApi({ contract, handlers, auth, rateLimit, observer: createTelemetryObserver() });
 */
export function createTelemetryObserver(options: TelemetryObserverOptions = {}): Observer {
  const { tracer = trace.getTracer(scope), meter = metrics.getMeter(scope), durations } = options;
  const measures = meter === null ? null : createMeasures(meter, durations);
  const spans = tracer === null ? null : createSpans(tracer, options);
  return {
    ...(spans !== null && { around: spans.around }),
    ...(measures !== null && { onCount: measures.count, onIdempotency: measures.outcome }),
    onResponse(request, response) {
      const code = response.error === null ? null : toApiError(response.error).code;
      spans?.end(request, response, code);
      measures?.response(request, response, code);
    },
  };
}

function createSpans(tracer: Tracer, { beginsTrace }: TelemetryObserverOptions) {
  const spans = new WeakMap<ObservedRequest, Span>();
  return {
    around<Result>(request: ObservedRequest, serve: () => Promise<Result>): Promise<Result> {
      let parent = context.active();
      // An instrumented host has made a span of the request already.
      if (trace.getSpan(parent) === undefined) {
        parent = propagation.extract(parent, request.request.headers);
        if (beginsTrace !== undefined && trace.getSpanContext(parent) === undefined && !beginsTrace()) return serve();
      }
      const span = tracer.startSpan(spanNameOf(request), { kind: SpanKind.SERVER }, parent);
      spans.set(request, span);
      return context.with(trace.setSpan(parent, span), serve);
    },
    end(request: ObservedRequest, response: ObservedResponse, code: string | null): void {
      const span = spans.get(request);
      if (span !== undefined) endSpan(span, request, response, code);
    },
  };
}

function createMeasures(meter: Meter, durations?: RequestDurations) {
  const recordDuration = durations?.record.bind(durations) ?? createDurationHistogram(meter);
  const refusals = observed(meter, 'contract_kit.refusals', new Tally('operation', 'code'));
  const counts = observed(meter, 'contract_kit.rate_limit.decisions', new Tally('limit', 'outcome'));
  const outcomes = observed(meter, 'contract_kit.idempotency.outcomes', new Tally('operation', 'outcome'));
  const preconditions = observed(meter, 'contract_kit.preconditions', new Tally('operation', 'outcome'));
  return {
    count: (_, { limit, admitted }) => counts.add([limit, admitted ? 'admitted' : 'refused']),
    outcome: (request, outcome) => outcomes.add([operationOf(request), outcome]),
    response(request: ObservedRequest, { status, durationMs }: ObservedResponse, code: string | null) {
      recordDuration(durationMs / 1000, {
        method: methodOf(request),
        route: request.route ?? undefined,
        status,
        errorType: status >= 500 ? (code ?? String(status)) : undefined,
      });
      if (status >= 400 && code !== null) refusals.add([operationOf(request), code]);
      const precondition = preconditionOf(request, status);
      if (precondition !== null) preconditions.add([operationOf(request), precondition]);
    },
  } satisfies Record<string, unknown> & { count: Observer['onCount']; outcome: Observer['onIdempotency'] };
}

function createDurationHistogram(meter: Meter): RequestDurations['record'] {
  const { unit, description } = observerMetrics['http.server.request.duration'];
  const advice = { explicitBucketBoundaries: [...durationBounds] };
  const histogram = meter.createHistogram('http.server.request.duration', { unit, description, advice });
  return (seconds, { method, route, status, errorType }: MeasuredRequest) =>
    histogram.record(seconds, {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'http.response.status_code': status,
      ...(errorType !== undefined && { 'error.type': errorType }),
    });
}

/** Reads a tally whenever metrics are collected. */
function observed<Names extends readonly string[]>(
  meter: Meter,
  name: keyof typeof observerMetrics,
  tally: Tally<Names>,
): Tally<Names> {
  const { unit, description } = observerMetrics[name];
  meter.createObservableCounter(name, { unit, description }).addCallback((result) => {
    for (const { attributes, value } of tally.counts()) result.observe(value, attributes);
  });
  return tally;
}

function endSpan(span: Span, observed: ObservedRequest, { status, size }: ObservedResponse, code: string | null): void {
  if (span.isRecording()) {
    const { request, route, operation, requestId } = observed;
    const [path = '/'] = request.target.split('?', 1);
    const agent = request.headers['user-agent'];
    // The operation was not known when the span started.
    span.updateName(spanNameOf(observed));
    span.setAttributes({
      'http.request.method': methodOf(observed),
      'url.path': path,
      ...(route !== null && { 'http.route': route }),
      'http.response.status_code': status,
      ...(size !== null && { 'http.response.body.size': size }),
      ...(agent !== undefined && { 'user_agent.original': agent }),
      ...(operation !== null && { 'contract_kit.operation': operation.operationId }),
      'contract_kit.request_id': requestId,
      ...(code !== null && { 'contract_kit.error_code': code }),
      ...(status >= 500 && { 'error.type': code ?? String(status) }),
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** The outcome of the preconditions of a request; null without any. */
function preconditionOf({ request: { headers } }: ObservedRequest, status: number): string | null {
  if (status === 428) return 'required';
  if (headers['if-match'] === undefined && headers['if-none-match'] === undefined) return null;
  if (status === 412) return 'failed';
  if (status === 304) return 'not_modified';
  return status < 300 ? 'met' : null;
}

function spanNameOf(request: ObservedRequest): string {
  const method = knownMethods.has(request.request.method) ? request.request.method : 'HTTP';
  return request.route === null ? method : `${method} ${request.route}`;
}

function methodOf({ request: { method } }: ObservedRequest): string {
  return knownMethods.has(method) ? method : '_OTHER';
}

function operationOf({ operation }: ObservedRequest): string {
  return operation?.operationId ?? '';
}
