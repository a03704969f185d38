import type { RequestHeaders } from '../request.ts';
import type { ResponseHeaders } from '../response.ts';

/** Cross-origin access for browsers (Fetch standard, "CORS protocol"). Without it no page may call the API. */
export interface CorsOptions {
  /** Origins allowed to call, such as `https://app.example.com`; `*` for all. */
  readonly origins: readonly string[] | '*';
  /** Seconds a browser may remember a preflight. Default 600. */
  readonly maxAgeSeconds?: number;
  /** Header fields pages may send in addition to those of policies and operations. */
  readonly requestHeaders?: readonly string[];
}

const policyHeaders = 'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';

/** Pages may read only these fields, besides the few that are always exposed. */
const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
  'ETag',
  'Location',
  'Allow',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Content-Disposition',
].join(', ');

export interface Cors {
  /** Lets the requesting page read the response. */
  allow(request: RequestHeaders, response: ResponseHeaders): void;
  /** Adds the response fields of a preflight. */
  allowPreflight(request: RequestHeaders, response: ResponseHeaders, methods: readonly string[]): void;
}

/** @param declared names of the header fields that operations declare. */
export function createCors(
  { origins, maxAgeSeconds = 600, requestHeaders = [] }: CorsOptions,
  declared: readonly string[],
): Cors {
  const names = new Set([...declared, ...requestHeaders].map((name) => name.toLowerCase()));
  const admitted = [policyHeaders, ...names].join(', ');
  const allowed = origins === '*' ? null : new Set(origins);
  const accepts = (origin: string | undefined): origin is string =>
    origin !== undefined && (allowed === null || allowed.has(origin));
  return {
    allow({ origin }, response) {
      if (allowed !== null) response.vary('Origin');
      if (!accepts(origin)) return;
      response.set('Access-Control-Allow-Origin', allowed === null ? '*' : origin);
      response.set('Access-Control-Expose-Headers', exposedHeaders);
    },
    allowPreflight(request, response, methods) {
      if (!accepts(request.origin) || request['access-control-request-method'] === undefined) return;
      response.set('Access-Control-Allow-Methods', methods.join(', '));
      response.set('Access-Control-Allow-Headers', admitted);
      response.set('Access-Control-Max-Age', String(maxAgeSeconds));
    },
  };
}
