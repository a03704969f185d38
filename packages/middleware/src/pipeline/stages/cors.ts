import type { Request, Response } from 'express';

/** Cross-origin access for browsers (Fetch standard, "CORS protocol"). Without it no page may call the API. */
export interface CorsOptions {
  /** Origins allowed to call, such as `https://app.example.com`; `*` for all. */
  readonly origins: readonly string[] | '*';
  /** Seconds a browser may remember a preflight. Default 600. */
  readonly maxAgeSeconds?: number;
  /** Header fields pages may send beside those of the contract's policies. */
  readonly requestHeaders?: readonly string[];
}

const policyHeaders = 'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';

/** A page reads only these beside the few that are always safe. */
const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Location',
  'Allow',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Content-Disposition',
].join(', ');

export interface Cors {
  /** Marks an answer as readable for the page that asked. */
  allow(req: Request, res: Response): void;
  /** Adds what a preflight asks for. */
  allowPreflight(req: Request, res: Response, methods: readonly string[]): void;
}

export function createCors({ origins, maxAgeSeconds = 600, requestHeaders = [] }: CorsOptions): Cors {
  const admitted = [policyHeaders, ...requestHeaders].join(', ');
  const allowed = origins === '*' ? null : new Set(origins);
  const accepts = (origin: string | undefined): origin is string =>
    origin !== undefined && (allowed === null || allowed.has(origin));
  return {
    allow(req, res) {
      if (allowed !== null) res.appendHeader('Vary', 'Origin');
      if (!accepts(req.headers.origin)) return;
      res.setHeader('Access-Control-Allow-Origin', allowed === null ? '*' : req.headers.origin);
      res.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    },
    allowPreflight(req, res, methods) {
      if (!accepts(req.headers.origin) || req.headers['access-control-request-method'] === undefined) return;
      res.setHeader('Access-Control-Allow-Methods', methods.join(', '));
      res.setHeader('Access-Control-Allow-Headers', admitted);
      res.setHeader('Access-Control-Max-Age', String(maxAgeSeconds));
    },
  };
}
