import type { Deprecation } from '@contract-kit/http-spec';
import type { Header, Reference } from '../document.ts';

const count = { type: 'integer', minimum: 0 } as const;

/**
 * Shared response headers, by component name. Those that depend on the request or the record are not required.
 */
export const sharedHeaders = {
  'X-Request-Id': {
    required: true,
    description: 'Identifies the request in logs and support; the same as `error.requestId`.',
    schema: { type: 'string', examples: ['req_01k9z3v6c4e7b8n2m5q1t0r9ya'] },
  },
  'X-RateLimit-Limit': { required: true, description: 'Requests allowed per rolling window.', schema: count },
  'X-RateLimit-Remaining': { required: true, description: 'Requests left in the window now.', schema: count },
  'X-RateLimit-Reset': { required: true, description: 'Unix time in seconds when the next slot frees.', schema: count },
  RateLimit: {
    required: true,
    description:
      'State of the window, or of each of several windows, comma-separated (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"standard";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    required: true,
    description:
      'The limit in force, or each of several limits, comma-separated (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"standard";q=600;w=60'] },
  },
  ETag: {
    required: true,
    description: 'Entity tag of the current version (RFC 9110 §8.8.3). Send it back as If-None-Match or If-Match.',
    schema: { type: 'string', examples: ['"prd_01k9z3v6c4e7b8n2m5q1t0r9ya.3"'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
  Deprecation: {
    required: true,
    description: 'The date the operation is deprecated from, in Unix seconds (RFC 9745).',
    schema: { type: 'string', examples: ['@1793491200'] },
  },
  Sunset: {
    description: 'The date the operation ends; from then on it fails with 410 (RFC 8594).',
    schema: { type: 'string', examples: ['Sat, 01 May 2027 00:00:00 GMT'] },
  },
  Link: {
    description:
      'For a deprecated operation: its successor (`successor-version`) and the migration guide (`deprecation`) (RFC 8288).',
    schema: { type: 'string', examples: ['</v2/todos>; rel="successor-version"'] },
  },
  'Idempotent-Replayed': {
    description: '`true` when the response is the stored one of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  Location: {
    required: true,
    description: 'The address of the record.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  Allow: {
    required: true,
    description: 'The methods the path has (RFC 9110 §10.2.1).',
    schema: { type: 'string', examples: ['GET, HEAD, OPTIONS'] },
  },
  'Last-Modified': {
    description: 'When the file was last changed (RFC 9110 §8.8.2).',
    schema: { type: 'string', examples: ['Tue, 17 Nov 2026 09:00:00 GMT'] },
  },
  'Content-Range': {
    required: true,
    description: 'The range of bytes and the total size (RFC 9110 §14.4).',
    schema: { type: 'string', examples: ['bytes 0-499/10000'] },
  },
  'Accept-Ranges': {
    description: '`bytes`: the file supports `Range` (RFC 9110 §14.3).',
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Disposition': {
    required: true,
    description: 'Whether to display or save the file, and its name (RFC 6266).',
    schema: { type: 'string', examples: ['attachment; filename="report.csv"'] },
  },
  'Content-Encoding': {
    description: '`gzip` where the request accepts it and the file is sent compressed (RFC 9110 §8.4).',
    schema: { type: 'string', const: 'gzip' },
  },
  'Cache-Control': {
    required: true,
    description: 'Who may cache the response, and for how long (RFC 9111 §5.2).',
    schema: { type: 'string', examples: ['private, no-cache'] },
  },
  Vary: {
    description: 'The request headers that the response depends on (RFC 9110 §12.5.5).',
    schema: { type: 'string', examples: ['Authorization, X-API-Key'] },
  },
  'X-Content-Type-Options': {
    required: true,
    description: 'Tells browsers not to guess another media type.',
    schema: { type: 'string', const: 'nosniff' },
  },
  'WWW-Authenticate': {
    required: true,
    description: 'How to authenticate (RFC 9110 §11.6.1).',
    schema: { type: 'string', examples: ['Bearer'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type SharedHeader = keyof typeof sharedHeaders;

/** The headers every response carries. */
export const everyResponse = [
  'X-Request-Id',
  'Cache-Control',
  'Vary',
  'X-Content-Type-Options',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
] as const satisfies readonly SharedHeader[];

/** The headers of deprecated operations. */
export function deprecationHeaders(deprecated: Deprecation | undefined): SharedHeader[] {
  if (deprecated === undefined) return [];
  const { sunset, link, successor } = deprecated;
  return [
    'Deprecation',
    ...(sunset === undefined ? [] : (['Sunset'] as const)),
    ...(link === undefined && successor === undefined ? [] : (['Link'] as const)),
  ];
}

/** True when a header is one of the shared components. */
export function isSharedHeader(name: string): name is SharedHeader {
  return Object.hasOwn(sharedHeaders, name);
}

/** References to shared headers: those of every response, then the named ones. */
export function headerReferences(...names: SharedHeader[]): Record<string, Reference> {
  return Object.fromEntries(
    [...everyResponse, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
