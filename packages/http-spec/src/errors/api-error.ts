import type { StandardErrorCode } from './error-table.ts';

/** Messages by dotted field path (`images.0.url`, `prices.EUR`); `_root` stands for the whole body. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface ErrorDetails {
  readonly fieldErrors?: FieldErrors;
  readonly [key: string]: unknown;
}

/** The body every error is answered with. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: ErrorDetails;
    readonly requestId: string;
  };
}

export interface ApiErrorOptions {
  readonly details?: ErrorDetails;
  /** Response headers that belong to the error, such as `ETag` on 412 or `Retry-After` on 429. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong underneath. Logged, never sent. */
  readonly cause?: unknown;
}

/**
 * An expected failure with a code from the error table. It is the only error a handler throws on purpose;
 * anything else that escapes is answered as `internal_error`.
 *
 * @example
 * throw new ApiError('conflict', 'A product with the SKU "A-1" already exists.');
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

/** Most fields an error names; its message says that there are more. */
export const maxFieldErrors = 100;

/**
 * A `validation_failed` error for the given fields: the first 100 of them.
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

/** The wire form of an error (document section "Errors"). `details` is left out when there are none. */
export function toErrorBody(
  error: Pick<ApiError<string>, 'code' | 'message' | 'details'>,
  requestId: string,
): ErrorBody {
  const { code, message, details } = error;
  return { error: details === undefined ? { code, message, requestId } : { code, message, details, requestId } };
}
