import { toErrorResponse } from '../../errors/error-response.ts';
import { type ApiResponse, ResponseHeaders } from '../../response.ts';
import type { Exchange } from '../exchange.ts';

/** Turns any thrown value into a response. Internal errors are logged under the request id. */
export function respondWithError(exchange: Exchange, thrown: unknown): ApiResponse {
  const { api, request, requestId } = exchange;
  const headers = new ResponseHeaders(exchange.headers);
  exchange.end();
  const { status, fields, body, isExpected } = toErrorResponse(thrown, requestId, api.vocabulary);
  if (isExpected) exchange.tell('onError', thrown);
  else if (!(isAbort(thrown) && request.signal.aborted)) reportError(exchange, thrown);
  try {
    for (const [name, value] of fields) headers.set(name, value);
  } catch (invalid) {
    return respondWithError(exchange, invalid);
  }
  return { status, headers, body: request.method === 'HEAD' ? null : body };
}

/** Logs unexpected errors, without the query, which may contain secrets. */
export function reportError(exchange: Exchange, thrown: unknown): void {
  const { api, request, requestId, path } = exchange;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  api.logger.error({ requestId, method: request.method, path, err: thrown, cause }, 'request failed');
  exchange.tell('onError', thrown);
}

/** The error of work that is aborted because the client left. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}
