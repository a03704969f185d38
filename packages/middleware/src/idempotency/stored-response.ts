import { ApiError, type ErrorForm, renderError } from '@contract-kit/http-spec';
import { FileBody } from '../files/file-body.ts';
import { type HandlerHeaders, type HandlerResult, JsonText } from '../handler-result.ts';
import { isJsonMediaType } from '../media-type.ts';
import type { Execution, StoredResponse } from './idempotency-store.ts';

/** Fields that belong to one exchange rather than to the response. */
const passingHeader = /^(?:date|connection|keep-alive|transfer-encoding|set-cookie|x-request-id|(?:x-)?ratelimit.*)$/;

/**
 * What is kept of a handler's result: a success. A failure that is returned instead of thrown has no code that states
 * whether it is stored, so it is not kept.
 *
 * @param declaredType the media type its contract states, when the result does not state its own.
 */
export function toExecution(result: HandlerResult, declaredType?: string): Execution {
  const { status } = result;
  const headers = lasting(result.headers);
  const response = { status, headers, body: toBytes(result.body, headers['content-type'] ?? declaredType) };
  return { response, keep: status < 400 ? 'change-and-response' : 'nothing' };
}

/**
 * What is kept of an error that a handler threw: the envelope as sent, including the id of the first request.
 *
 * @returns null when the error is not stored: its code is unknown, or the table does not mark it as stored.
 */
export function toErrorExecution(error: unknown, form: ErrorForm, requestId: string): Execution | null {
  if (!(error instanceof ApiError)) return null;
  const definition = Object.hasOwn(form.errors, error.code) ? form.errors[error.code] : undefined;
  if (definition?.stored !== true) return null;
  const { status, contentType, text } = renderError(form, error, requestId);
  const headers = lasting({ ...error.headers, 'content-type': contentType });
  return { response: { status, headers, body: Buffer.from(text) }, keep: 'response-only' };
}

/** The handler result for a stored response. */
export function toHandlerResult({ status, headers, body }: StoredResponse): HandlerResult {
  if (body === null) return { status, headers, body: undefined };
  const contentType = headers['content-type'];
  return { status, headers, body: isJson(contentType) ? new JsonText(body) : Buffer.from(body) };
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || isJsonMediaType(contentType);
}

function lasting(headers: HandlerHeaders = {}): Record<string, string> {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return Object.fromEntries(lowerCase.filter(([name]) => !passingHeader.test(name)));
}

function toBytes(body: unknown, contentType?: string): Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (body instanceof Uint8Array) return body;
  if (body instanceof JsonText) return typeof body.content === 'string' ? Buffer.from(body.content) : body.content;
  if (isStream(body)) {
    throw new TypeError('A response that is stored for its Idempotency-Key cannot be a stream: respond with bytes.');
  }
  return Buffer.from(typeof body === 'string' && !isJson(contentType) ? body : JSON.stringify(body));
}

function isStream(body: unknown): boolean {
  return body instanceof FileBody || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}
