/** One row of an error table: what a code means on the wire and to a client. */
export interface ErrorDefinition {
  /** HTTP status of the response, 400 to 599. */
  readonly status: number;
  /** When a request fails with the code, one sentence; it goes into the reference. */
  readonly meaning: string;
  /**
   * What a client should do. `never`: the same request fails again. `after`: wait `Retry-After` seconds. `backoff`:
   * exponential backoff with jitter.
   */
  readonly retry: 'never' | 'after' | 'backoff';
  /**
   * Whether a response with this code is stored for the request's Idempotency-Key, so that a repetition gets it again.
   * False frees the key: the request can be corrected, or sent again later, with the same key.
   */
  readonly stored: boolean;
  /** Schema of the `details` every error with this code has. Absent: the code has none. */
  readonly details?: DetailsSchema;
}

/** The types of a schema: any Standard Schema has them, zod's included. */
export interface DetailsSchema {
  readonly '~standard': { readonly types?: { readonly input: unknown; readonly output: unknown } | undefined };
}

export type ErrorTable = Readonly<Record<string, ErrorDefinition>>;

/** The codes of every API. `defineOperations({ errors })` adds codes and may reword their meanings. */
export const standardErrors = {
  bad_request: {
    status: 400,
    meaning: 'The request could not be understood: malformed JSON, encoding, content type or header.',
    retry: 'never',
    stored: true,
  },
  unauthorized: {
    status: 401,
    meaning: 'No credential was sent, or it is invalid, expired or revoked.',
    retry: 'never',
    stored: false,
  },
  forbidden: {
    status: 403,
    meaning:
      'The caller lacks a scope the operation needs, or may not do this with the scopes it has; the message names them.',
    retry: 'never',
    stored: false,
  },
  not_found: {
    status: 404,
    meaning: 'The record or path does not exist, or the caller may not know of it.',
    retry: 'never',
    stored: true,
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists but not with this method; the Allow header lists those it has.',
    retry: 'never',
    stored: true,
  },
  conflict: {
    status: 409,
    meaning: 'The change contradicts the current state: a duplicate, a stale version, a record in use.',
    retry: 'never',
    stored: true,
  },
  idempotency_in_progress: {
    status: 409,
    meaning: 'A request with the same Idempotency-Key is still running.',
    retry: 'after',
    stored: false,
  },
  operation_retired: {
    status: 410,
    meaning: 'The operation has ended, at the date in its Sunset header; the Link header leads to what replaces it.',
    retry: 'never',
    stored: false,
  },
  precondition_failed: {
    status: 412,
    meaning: 'If-Match did not match the current version of the record.',
    retry: 'never',
    stored: true,
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than the operation accepts.',
    retry: 'never',
    stored: false,
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'No byte of the requested range exists; the Content-Range header has the size of the file.',
    retry: 'never',
    stored: true,
  },
  validation_failed: {
    status: 422,
    meaning: 'The input is invalid; details.fieldErrors names each field.',
    retry: 'never',
    stored: false,
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was already used for a different request.',
    retry: 'never',
    stored: false,
  },
  precondition_required: {
    status: 428,
    meaning: 'The change needs an If-Match header that names the version it is based on.',
    retry: 'never',
    stored: false,
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests, or too much stored for Idempotency-Keys; wait Retry-After seconds.',
    retry: 'after',
    stored: false,
  },
  internal_error: {
    status: 500,
    meaning: 'A failure on the service side; the request id finds it in the log.',
    retry: 'backoff',
    stored: false,
  },
} as const satisfies ErrorTable;

export type StandardErrorCode = keyof typeof standardErrors;
