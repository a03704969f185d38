import type { ParameterSnapshot } from './snapshot.ts';

const headers = new Set([
  ...['x-request-id', 'cache-control', 'vary', 'x-content-type-options', 'location', 'etag', 'last-modified'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'ratelimit-policy'],
  ...['accept-ranges', 'content-range', 'idempotent-replayed', 'content-encoding'],
  ...['deprecation', 'sunset', 'link'],
]);
const parameters = new Set(['idempotency-key', 'if-match', 'if-none-match', 'range', 'if-range']);

/** True for a response header that follows from a policy: its changes are reported with the policy. */
export function isPolicyHeader(name: string): boolean {
  return headers.has(name.toLowerCase());
}

/** True for a header field of requests that a policy may honour. */
export function isPolicyParameter(parameter: Pick<ParameterSnapshot, 'in' | 'name'>): boolean {
  return parameter.in === 'header' && parameters.has(parameter.name.toLowerCase());
}
