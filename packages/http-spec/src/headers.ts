/**
 * Names of the header fields the policies read and write, in the lower case
 * Node.js uses for incoming messages. Field names are case-insensitive
 * (RFC 9110 §5.1), so the same constants serve for both directions.
 */
export const headerNames = {
  allow: 'allow',
  authorization: 'authorization',
  apiKey: 'x-api-key',
  wwwAuthenticate: 'www-authenticate',
  requestId: 'x-request-id',
  etag: 'etag',
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  idempotencyKey: 'idempotency-key',
  idempotentReplayed: 'idempotent-replayed',
  location: 'location',
  retryAfter: 'retry-after',
  /** RFC 9745: since when the operation is deprecated. */
  deprecation: 'deprecation',
  /** RFC 8594: when the operation ends. */
  sunset: 'sunset',
  /** RFC 8288 */
  link: 'link',
  rateLimitLimit: 'x-ratelimit-limit',
  rateLimitRemaining: 'x-ratelimit-remaining',
  rateLimitReset: 'x-ratelimit-reset',
  /** draft-ietf-httpapi-ratelimit-headers: the state of the window. */
  rateLimit: 'ratelimit',
  /** draft-ietf-httpapi-ratelimit-headers: the policy in force. */
  rateLimitPolicy: 'ratelimit-policy',
} as const;

export type HeaderName = (typeof headerNames)[keyof typeof headerNames];
