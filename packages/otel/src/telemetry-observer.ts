import { type ObservedRequest, type ObservedResponse, type Observer, toApiError } from '@contract-kit/middleware';
import {
  type Attributes,
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
import { Tally } from './tally.ts';

export interface TelemetryObserverOptions {
  /** Creates spans. Default: the tracer of the global provider. Null: no spans. */
  readonly tracer?: Tracer | null;
  /** Creates metrics. Default: the meter of the global provider. Null: no metrics. */
  readonly meter?: Meter | null;
}

/** The state of a request between its start and its end. */
interface Progress {
  readonly startedAt: number;
  /** The code of the error response; null for a success. */
  code: string | null;
  span: Span | null;
}

const scope = '@contract-kit/otel';

/** The methods of the semantic conventions; clients could choose any other name. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** Recommended by the semantic conventions, in seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * An observer that creates a span for each request and the metrics of `observerMetrics`, named by the semantic
 * conventions for HTTP. A span continues the trace of the request's `traceparent`, or the active span of the host, and
 * is active while the request is served. A 4xx does not mark a span as failed.
 *
 * @example
 * createApi({ contract, handlers, auth, rateLimit, observer: createTelemetryObserver() });
 */
export function createTelemetryObserver(options: TelemetryObserverOptions = {}): Observer {
  const { tracer = trace.getTracer(scope), meter = metrics.getMeter(scope) } = options;
  const requests = new WeakMap<ObservedRequest, Progress>();
  const measure = meter === null ? null : createMeasures(meter);
  return {
    onRequest(request) {
      requests.set(request, { startedAt: performance.now(), code: null, span: null });
    },
    ...(tracer !== null && {
      around(request, serve) {
        const active = context.active();
        // An instrumented host has already created a span for the request.
        const hasParent = trace.getSpan(active) !== undefined;
        const parent = hasParent ? active : propagation.extract(active, request.request.headers);
        const span = tracer.startSpan(spanNameOf(request), { kind: SpanKind.SERVER }, parent);
        const progress = requests.get(request);
        if (progress !== undefined) progress.span = span;
        return context.with(trace.setSpan(parent, span), serve);
      },
    }),
    onError(request, error) {
      const progress = requests.get(request);
      if (progress !== undefined) progress.code = toApiError(error).code;
    },
    ...(measure !== null && { onCount: measure.count, onIdempotency: measure.outcome }),
    onResponse(request, response) {
      const progress = requests.get(request);
      if (progress === undefined) return;
      // A stream that fails later is reported to onError, when its response has already been counted.
      requests.delete(request);
      if (progress.span !== null) endSpan(progress.span, request, response, progress.code);
      measure?.response(request, response, progress);
    },
  };
}

function createMeasures(meter: Meter) {
  const { unit, description } = observerMetrics['http.server.request.duration'];
  const advice = { explicitBucketBoundaries: durationBounds };
  const duration = meter.createHistogram('http.server.request.duration', { unit, description, advice });
  const durationAttributes = createAttributesCache();
  const refusals = observed(meter, 'contract_kit.refusals', new Tally('operation', 'code'));
  const counts = observed(meter, 'contract_kit.rate_limit.decisions', new Tally('limit', 'outcome'));
  const outcomes = observed(meter, 'contract_kit.idempotency.outcomes', new Tally('operation', 'outcome'));
  const preconditions = observed(meter, 'contract_kit.preconditions', new Tally('operation', 'outcome'));
  return {
    count: (_, { limit, admitted }) => counts.add([limit, admitted ? 'admitted' : 'refused']),
    outcome: (request, outcome) => outcomes.add([operationOf(request), outcome]),
    response(request: ObservedRequest, response: ObservedResponse, { startedAt, code }: Progress) {
      duration.record((performance.now() - startedAt) / 1000, durationAttributes(request, response.status, code));
      if (response.status >= 400 && code !== null) refusals.add([operationOf(request), code]);
      const precondition = preconditionOf(request, response.status);
      if (precondition !== null) preconditions.add([operationOf(request), precondition]);
    },
  } satisfies Record<string, unknown> & { count: Observer['onCount']; outcome: Observer['onIdempotency'] };
}

/** Observes a tally whenever metrics are collected. */
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

/** Creates the attributes of a duration once per combination, because each request needs them. */
function createAttributesCache() {
  const made = new Map<string, Attributes>();
  return (request: ObservedRequest, status: number, code: string | null): Attributes => {
    const method = methodOf(request);
    const error = status >= 500 ? (code ?? String(status)) : '';
    const key = `${method} ${request.route ?? ''} ${status} ${error}`;
    let attributes = made.get(key);
    if (attributes === undefined) {
      attributes = {
        'http.request.method': method,
        ...(request.route !== null && { 'http.route': request.route }),
        'http.response.status_code': status,
        ...(error !== '' && { 'error.type': error }),
      };
      made.set(key, attributes);
    }
    return attributes;
  };
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
