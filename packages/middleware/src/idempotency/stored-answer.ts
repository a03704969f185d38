import type { ErrorTable } from '@contract-kit/http-spec';
import { ApiError, toErrorBody } from '@contract-kit/http-spec';
import { FileBody } from '../files/file-body.ts';
import { type HandlerResult, JsonText } from '../pipeline/handler-result.ts';
import type { Execution, StoredAnswer } from './idempotency-store.ts';

/**
 * Errors that say nothing about the request itself: who asks, how often, how large, or when. The same request
 * may well be answered otherwise later.
 */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 408, 413, 425, 429]);

/** Fields that belong to one exchange and not to the answer. */
const passingHeader = /^(?:date|connection|keep-alive|transfer-encoding|set-cookie|x-request-id|(?:x-)?ratelimit.*)$/;

/**
 * What is kept of a handler's result.
 *
 * @param declaredType the media type its contract states, when the result does not state its own.
 */
export function toExecution(result: HandlerResult, declaredType?: string): Execution {
  const headers = lasting(result.headers);
  const answer = {
    status: result.status,
    headers,
    body: toBytes(result.body, headers['content-type'] ?? declaredType),
  };
  if (result.status < 400) return { answer, keep: 'change-and-answer' };
  return { answer, keep: isDeterministic(result.status) ? 'answer-only' : 'nothing' };
}

/**
 * What is kept of an error a handler threw: the envelope as it is sent, the first request's id included.
 *
 * @returns null when nothing is kept and the error goes its usual way: a code the table does not know, a
 * failure of the service, an error that a retry may not meet again.
 */
export function toErrorExecution(error: unknown, table: ErrorTable, requestId: string): Execution | null {
  if (!(error instanceof ApiError)) return null;
  const definition = table[error.code];
  if (definition?.retry !== 'never' || !isDeterministic(definition.status)) return null;
  const body = toBytes(toErrorBody(error, requestId));
  return { answer: { status: definition.status, headers: lasting(error.headers), body }, keep: 'answer-only' };
}

/** The handler result a stored answer stands for. */
export function toHandlerResult(answer: StoredAnswer): HandlerResult {
  const { status, headers, body } = answer;
  if (body === null) return { status, headers, body: undefined };
  const contentType = headers['content-type'];
  return { status, headers, body: isJson(contentType) ? new JsonText(body) : Buffer.from(body) };
}

function isDeterministic(status: number): boolean {
  return status >= 400 && status < 500 && !passingStatuses.has(status);
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/(?:[^;]+\+)?json\b/i.test(contentType);
}

function lasting(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lowerCase.filter(([name]) => !passingHeader.test(name)));
}

function toBytes(body: unknown, contentType?: string): Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (body instanceof Uint8Array) return body;
  if (body instanceof JsonText) return typeof body.content === 'string' ? Buffer.from(body.content) : body.content;
  if (isStream(body)) {
    throw new TypeError('An answer that is stored for its Idempotency-Key cannot be a stream: answer with bytes.');
  }
  return Buffer.from(typeof body === 'string' && !isJson(contentType) ? body : JSON.stringify(body));
}

function isStream(body: unknown): boolean {
  return body instanceof FileBody || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}
