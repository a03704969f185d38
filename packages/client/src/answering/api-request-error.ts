import type { StandardErrorCode } from '@contract-kit/http-spec';

/** What an error's header fields and body say. */
export interface FailedAnswer<Code extends string = string> {
  readonly operationId: string;
  readonly status: number;
  readonly code: Code;
  readonly message: string;
  readonly details: { readonly fieldErrors?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** An answer that is no success. Its code is one of the contract's, or `unknown` when a proxy answered in between. */
export class ApiRequestError<Code extends string = StandardErrorCode | 'unknown'> extends Error {
  override readonly name = 'ApiRequestError';
  /** `products.create` */
  readonly operationId: string;
  readonly status: number;
  readonly code: Code;
  /** What the server says of it, for people. */
  readonly reason: string;
  /** What else the server tells of the failure. */
  readonly details: FailedAnswer['details'];
  /** Message by dotted path of the field; empty unless the input was invalid. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** To name when asking about this request. */
  readonly requestId: string | null;
  readonly headers: Headers;

  constructor(answer: FailedAnswer<Code>) {
    super(describe(answer));
    this.operationId = answer.operationId;
    this.status = answer.status;
    this.code = answer.code;
    this.reason = answer.message;
    this.details = answer.details;
    this.fieldErrors = answer.details.fieldErrors ?? {};
    this.headers = answer.headers;
    this.requestId = answer.headers.get('x-request-id');
  }
}

/**
 * True for an answer that is no success, and of the given code.
 *
 * @example
 * try { await client.products.create({ body }); } catch (error) { if (!isApiError(error, 'conflict')) throw error; }
 */
export function isApiError<Code extends StandardErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiRequestError<[Code] extends [never] ? StandardErrorCode | 'unknown' : Code> {
  return error instanceof ApiRequestError && (codes.length === 0 || codes.some((code) => code === error.code));
}

function describe({ operationId, status, code, message, details }: FailedAnswer): string {
  const fields = Object.entries(details.fieldErrors ?? {}).map(([path, problem]) => `${path}: ${problem}`);
  return [`${operationId} answered ${status} ${code}: ${message}`, ...fields].join('\n  ');
}

/** Reads an error's body, whoever wrote it: a proxy answers in its own words. */
export function toApiRequestError(operationId: string, response: Response, text: string): ApiRequestError<string> {
  const { code = 'unknown', message = response.statusText || 'No message.', details = {} } = errorIn(text);
  return new ApiRequestError({
    operationId,
    status: response.status,
    code,
    message,
    details,
    headers: response.headers,
  });
}

function errorIn(text: string): Partial<Pick<FailedAnswer, 'code' | 'message' | 'details'>> {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<FailedAnswer> };
    return typeof error?.code === 'string' ? error : {};
  } catch {
    return {};
  }
}
