import type { StandardErrorCode } from './error-table.ts';

/** Messages by dotted field path (`images.0.url`, `prices.EUR`); `_root` stands for the whole body. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface ErrorDetails {
  readonly fieldErrors?: FieldErrors;
  readonly [key: string]: unknown;
}

export interface ApiErrorOptions {
  readonly details?: ErrorDetails;
  /** Response headers that belong to the error, such as `ETag` on 412 or `Retry-After` on 429. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong underneath. Logged, never sent. */
  readonly cause?: unknown;
}

/**
 * An expected failure with a code from the error table. It is the only error a handler throws on purpose; anything else
 * that escapes becomes `internal_error`. Codes of an API are thrown with the `apiError()` of its `defineOperations()`.
 *
 * @example
 * throw new ApiError('conflict', 'A list of this name already exists.');
 */
export class ApiError<Code extends string = StandardErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: Code;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** The key for problems of the body as a whole (not an object, a rule across fields). */
export const rootField = '_root';

/** Maximum number of fields an error names. If there are more, its message says so. */
export const maxFieldErrors = 100;

/**
 * A `validation_failed` error that names the first 100 of the given fields.
 *
 * @example
 * throw invalidFields({ 'prices.EUR': 'Must not be negative.' });
 */
export function invalidFields(
  fieldErrors: FieldErrors,
  message = 'The input is invalid.',
): ApiError<'validation_failed'> {
  const fields = Object.entries(fieldErrors);
  const more = fields.length - maxFieldErrors;
  if (more <= 0) return new ApiError('validation_failed', message, { details: { fieldErrors } });
  return new ApiError('validation_failed', `${message} At least ${more} more fields are not listed.`, {
    details: { fieldErrors: Object.fromEntries(fields.slice(0, maxFieldErrors)) },
  });
}
