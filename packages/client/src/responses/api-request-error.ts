import type { ErrorDetails, StandardErrorCode } from '@contract-kit/http-spec';
import type { ReadError } from './read-error.ts';

/** What an error's header fields and body say. */
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
  /** What the server says of it, for people. */
  readonly reason: string;
  /** What else the server tells of the failure: what the contract promises of the code, and empty without a promise. */
  readonly details: Details;
  /** Message by dotted path of the field; empty unless the input was invalid. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** To name when asking about this request. */
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
 * True for a response that is not a success, and of one of the given codes. `isErrorOf()` knows which codes an operation
 * has, and their details.
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

/** Reads an error's body, whoever wrote it: a proxy has words of its own. */
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
