import { ApiError, type ErrorForm, renderError } from '@contract-kit/http-spec';
import { FileBody } from '../files/file-body.ts';
import { type HandlerHeaders, type HandlerResult, JsonText } from '../handler-result.ts';
import { isJsonMediaType } from '../media-type.ts';
import type { Execution, StoredResponse } from './idempotency-store.ts';

/** Fields that belong to one exchange and not to the response. */
const passingHeader = /^(?:date|connection|keep-alive|transfer-encoding|set-cookie|x-request-id|(?:x-)?ratelimit.*)$/;

/**
 * What is kept of a handler's result: a success. A failure that is returned and not thrown has no code that would say
 * whether it is stored, so nothing is kept of it.
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
 * What is kept of an error a handler threw: the envelope as it is sent, the first request's id included.
 *
 * @returns null when nothing is kept and the error goes its usual way: a code the table does not know, or does not
 * have stored.
 */
export function toErrorExecution(error: unknown, form: ErrorForm, requestId: string): Execution | null {
  if (!(error instanceof ApiError)) return null;
  const definition = Object.hasOwn(form.errors, error.code) ? form.errors[error.code] : undefined;
  if (definition?.stored !== true) return null;
  const { status, contentType, text } = renderError(form, error, requestId);
  const headers = lasting({ ...error.headers, 'content-type': contentType });
  return { response: { status, headers, body: Buffer.from(text) }, keep: 'response-only' };
}

/** The handler result a stored response stands for. */
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
