import { finished, Readable } from 'node:stream';
import { parseEntityTagCondition, type RoutePolicy } from '@contract-kit/http-spec';
import { isNotModified } from '../../etag/preconditions.ts';
import { FileBody } from '../../files/file-body.ts';
import { fileResponse } from '../../files/file-response.ts';
import { type HandlerHeaders, type HandlerResult, JsonText } from '../../handler-result.ts';
import { isJsonMediaType } from '../../media-type.ts';
import { type ApiResponse, ResponseHeaders } from '../../response.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';
import { renderJson } from './render-json.ts';
import { reportError } from './respond-with-error.ts';

const json = 'application/json; charset=utf-8';

/**
 * Makes a response from a handler's result. Nothing is hashed: entity tags come from versions.
 *
 * @throws errors of rendering the body or opening a file, and TypeError for an invalid header field. The error response
 * then contains nothing of this one.
 */
export async function respond(exchange: Exchange, operation: Operation, result: HandlerResult): Promise<ApiResponse> {
  const { policy, contentTypes } = operation;
  const { status, headers: own = {}, body } = result;
  const headers = new ResponseHeaders(exchange.headers);
  addHandlerHeaders(headers, own);
  if (body instanceof FileBody) {
    const { request, api } = exchange;
    const options = { status, ranges: policy.ranges === true, credentialHeaders: api.credentialHeaders };
    return send(exchange, await fileResponse(request, body, headers, options));
  }
  const content = isAsyncIterable(body) ? toStream(body) : body;
  if (isCurrent(exchange, policy, status, headers)) {
    if (content instanceof Readable) content.destroy();
    return send(exchange, { status: 304, headers, body: null });
  }
  if (content === undefined || status === 204 || status === 304) return send(exchange, { status, headers, body: null });
  const contentType = headers.get('Content-Type') ?? contentTypes.get(status) ?? json;
  headers.set('Content-Type', contentType);
  if (content instanceof Readable) return send(exchange, { status, headers, body: content });
  const rendered = toContent(content, contentType);
  const bytes = rendered instanceof Promise ? await rendered : rendered;
  headers.set('Content-Length', String(Buffer.byteLength(bytes)));
  return send(exchange, { status, headers, body: bytes });
}

/**
 * Fields set by policies take precedence over the handler's, except `Cache-Control`, which is a default; `Vary` and
 * `Link` are combined.
 */
function addHandlerHeaders(headers: ResponseHeaders, own: HandlerHeaders): void {
  for (const name in own) {
    const value = own[name] as string | readonly string[];
    const field = name.toLowerCase();
    if (field === 'vary') headers.vary(String(value));
    else if (field === 'link' && headers.has(name)) headers.set(name, [headers.get(name), value].flat().join(', '));
    else if (field === 'cache-control' || !headers.has(name)) headers.set(name, value);
  }
}

/** The early lookup may not know the tag of a view, so its handler's ETag is compared here (RFC 9110 §13.1.2). */
function isCurrent(
  { preconditions }: Exchange,
  { entityTag }: RoutePolicy,
  status: number,
  headers: ResponseHeaders,
): boolean {
  if (status !== 200 || entityTag !== 'read' || preconditions.ifNoneMatch === null) return false;
  const tags = parseEntityTagCondition(headers.get('ETag') ?? '');
  return Array.isArray(tags) && isNotModified(preconditions, tags[0] ?? null);
}

/** Characters above which a text is sent as bytes: a text would be encoded twice, for its length and for the socket. */
const longText = 16_384;

type Content = string | Uint8Array;

function toContent(body: unknown, contentType: string): Content | Promise<Content> {
  const content = body instanceof JsonText ? body.content : body;
  if (content instanceof Uint8Array) return content;
  const isText = typeof content === 'string' && (body instanceof JsonText || !isJsonMediaType(contentType));
  return isText ? inBestForm(content) : renderJson(content).then(inBestForm);
}

function inBestForm(content: Content): Content {
  return typeof content === 'string' && content.length >= longText ? Buffer.from(content) : content;
}

function isAsyncIterable(body: unknown): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function toStream(body: AsyncIterable<string | Uint8Array>): Readable {
  return body instanceof Readable ? body : Readable.from(body, { highWaterMark: 1 });
}

/** The request ends with its response: at once, or at the end of its stream. */
function send(exchange: Exchange, response: ApiResponse): ApiResponse {
  const { body } = response;
  const isHead = exchange.request.method === 'HEAD';
  if (!(body instanceof Readable)) {
    exchange.end();
    return isHead ? { ...response, body: null } : response;
  }
  finished(body, { writable: false }, (error) => {
    exchange.end();
    // A client that disconnects ends the stream, which is not a failure.
    if (error != null && !isHead && !exchange.request.signal.aborted) reportError(exchange, error);
  });
  if (!isHead) return response;
  body.destroy();
  return { ...response, body: null };
}
