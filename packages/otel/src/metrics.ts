/** A metric of {@link createTelemetryObserver}. */
export interface ObserverMetric {
  readonly kind: 'counter' | 'histogram';
  /** UCUM; counted items are in braces: `{request}`. */
  readonly unit: string;
  readonly description: string;
  /** Attributes, each with the values it may have. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Description of an attribute that several metrics have. */
const operation = 'operation id; empty where no operation serves the path';

/**
 * Every metric of requests by its name. No attribute is a key, a tenant or an id, so the contract bounds the number of
 * time series.
 */
export const observerMetrics = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time until the response to a request is complete, without the time to stream its body.',
    attributes: {
      'http.request.method': 'method; `_OTHER` for unknown ones',
      'http.route': 'path of the operation with the names of its parameters; absent where no operation serves the path',
      'http.response.status_code': 'status',
      'error.type': 'error code, only for 5xx',
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
    description: 'Requests with an Idempotency-Key, by outcome.',
    attributes: { operation, outcome: '`executed`, `replayed`, `in_progress`, `reused`, `over_budget`, `busy`' },
  },
  'contract_kit.preconditions': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests with If-Match or If-None-Match, or without a required one.',
    attributes: { operation, outcome: '`met`, `not_modified`, `failed`, `required`' },
  },
} as const satisfies Readonly<Record<string, ObserverMetric>>;
