import type { Header, Reference } from '../document.ts';

const count = { type: 'integer', minimum: 0 } as const;

/** Response headers an operation can refer to; components of the same names. */
export const sharedHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in logs and support; the same as `error.requestId`.',
    schema: { type: 'string', examples: ['req_01k9z3v6c4e7b8n2m5q1t0r9ya'] },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed per rolling window.', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left in the window now.', schema: count },
  'X-RateLimit-Reset': { description: 'Unix time in seconds when the next slot frees.', schema: count },
  RateLimit: {
    description: 'State of the window (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"standard";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The limit in force (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"standard";q=600;w=60'] },
  },
  ETag: {
    description: 'Entity tag of the current version (RFC 9110 §8.8.3). Send it back as If-None-Match or If-Match.',
    schema: { type: 'string', examples: ['"prd_01k9z3v6c4e7b8n2m5q1t0r9ya.3"'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
  'Idempotent-Replayed': {
    description: '`true` when the answer is the stored one of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  Location: {
    description: 'Where the new record is.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  Allow: {
    description: 'The methods the path has (RFC 9110 §10.2.1).',
    schema: { type: 'string', examples: ['GET, HEAD, OPTIONS'] },
  },
  'Last-Modified': {
    description: 'When the file was last changed (RFC 9110 §8.8.2).',
    schema: { type: 'string', examples: ['Tue, 17 Nov 2026 09:00:00 GMT'] },
  },
  'Content-Range': {
    description: 'Which bytes of how many (RFC 9110 §14.4).',
    schema: { type: 'string', examples: ['bytes 0-499/10000'] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110 §11.6.1).',
    schema: { type: 'string', examples: ['Bearer'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type SharedHeader = keyof typeof sharedHeaders;

/** The headers every answer carries. */
export const everyAnswer = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
] as const satisfies readonly SharedHeader[];

/** True when a header is one of the shared components. */
export function isSharedHeader(name: string): name is SharedHeader {
  return Object.hasOwn(sharedHeaders, name);
}

/** References to shared headers: those of every answer, then the named ones. */
export function headerReferences(...names: SharedHeader[]): Record<string, Reference> {
  return Object.fromEntries([...everyAnswer, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
