/** A metric that {@link createTelemetryObserver} makes. */
export interface ObserverMetric {
  readonly kind: 'counter' | 'histogram';
  /** UCUM; what is counted in braces. */
  readonly unit: string;
  readonly description: string;
  /** Attributes, each with the values it may have. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** What attributes name that more than one metric has. */
const operation = 'operation id; empty where no operation serves the path';

/** Every metric of requests by its name. No attribute is a key, a tenant or an id: their number is bounded by the contract. */
export const observerMetrics = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time until the response to a request is made. What is streamed then is not in it.',
    attributes: {
      'http.request.method': 'method; `_OTHER` for unknown ones',
      'http.route': 'path of the operation, with the names of its parameters; missing where none serves the path',
      'http.response.status_code': 'status',
      'error.type': 'error code, of 5xx only',
    },
  },
  'contract_kit.refusals': {
    kind: 'counter',
    unit: '{response}',
    description: 'Responses that are errors. The replay of a stored error is not counted again.',
    attributes: { operation, code: 'error code' },
  },
  'contract_kit.rate_limit.decisions': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests that were counted against a rate limit.',
    attributes: { limit: 'name of the policy that decided', outcome: '`admitted`, `refused`' },
  },
  'contract_kit.idempotency.outcomes': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests with an Idempotency-Key, by what became of it.',
    attributes: { operation, outcome: '`executed`, `replayed`, `in_progress`, `reused`, `over_budget`, `busy`' },
  },
  'contract_kit.preconditions': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests with If-Match or If-None-Match, or that lack one they need.',
    attributes: { operation, outcome: '`met`, `not_modified`, `failed`, `required`' },
  },
} as const satisfies Readonly<Record<string, ObserverMetric>>;
