import type { ErrorDetails, StandardErrorCode } from '@contract-kit/http-spec';
import type { ReadError } from './read-error.ts';

/** The error as its header fields and body describe it. */
export interface ReceivedError<Code extends string = string, Details = ErrorDetails> {
  readonly operationId: string;
  readonly status: number;
  readonly code: Code;
  readonly message: string;
  readonly details: Details;
  readonly requestId: string | null;
  readonly headers: Headers;
}

/** A response that is not a success. Its code is one of the contract's, or `unknown` when a proxy responded instead. */
export class ApiRequestError<Code extends string = string, Details = ErrorDetails> extends Error {
  override readonly name = 'ApiRequestError';
  /** `todos.create` */
  readonly operationId: string;
  readonly status: number;
  readonly code: Code;
  /** The server's message, for people. */
  readonly reason: string;
  /** Further details of the failure, as the contract declares them for the code; empty if it declares none. */
  readonly details: Details;
  /** Message by dotted path of the field; empty unless the input was invalid. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** Quote it when you ask for support. */
  readonly requestId: string | null;
  readonly headers: Headers;

  constructor(response: ReceivedError<Code, Details>) {
    super(describe(response));
    this.operationId = response.operationId;
    this.status = response.status;
    this.code = response.code;
    this.reason = response.message;
    this.details = response.details;
    this.fieldErrors = fieldErrorsIn(response.details);
    this.headers = response.headers;
    this.requestId = response.requestId;
  }
}

/**
 * True for an error response, with one of the given codes if any are given. `isErrorOf()` also knows which codes an
 * operation has, and their details.
 *
 * @example
 * try { await client.todos.create({ body }); } catch (error) { if (!isApiError(error, 'conflict')) throw error; }
 */
export function isApiError<Code extends StandardErrorCode | (string & {})>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiRequestError<[Code] extends [never] ? string : Code> {
  return error instanceof ApiRequestError && (codes.length === 0 || codes.some((code) => code === error.code));
}

function describe({ operationId, status, code, message, details }: ReceivedError<string, unknown>): string {
  const fields = Object.entries(fieldErrorsIn(details)).map(([path, problem]) => `${path}: ${problem}`);
  return [`${operationId} failed with ${status} ${code}: ${message}`, ...fields].join('\n  ');
}

function fieldErrorsIn(details: unknown): Readonly<Record<string, string>> {
  return (details as ErrorDetails).fieldErrors ?? {};
}

/** Reads the body of an error, which may come from a proxy in another form. */
export function toApiRequestError(
  operationId: string,
  { status, statusText, headers }: Response,
  text: string,
  readError: ReadError,
): ApiRequestError {
  const failure = readError(parseJson(text));
  return new ApiRequestError({
    operationId,
    status,
    code: failure?.code ?? 'unknown',
    message: failure?.message ?? (statusText || 'No message.'),
    details: failure?.details ?? {},
    requestId: headers.get('x-request-id') ?? failure?.requestId ?? null,
    headers,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
