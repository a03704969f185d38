import type { Readable } from 'node:stream';
import { ApiError } from '@contract-kit/http-spec';

/** Header fields by lower-case name. Several lines of one field are joined with a comma (RFC 9110 §5.3). */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** A request without its body: what handlers, contexts and authentication schemes see. */
export interface RequestView {
  /** As sent: `GET`. */
  readonly method: string;
  /** Path and query as sent, before any decoding: `/todos/a%2Fb?done=true`. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** The lines of a field one by one: a field sent twice has two. @param name in lower case. */
  headerLines(name: string): readonly string[];
  /** Aborts when the client disconnects before the response is complete. Made on first use. */
  readonly signal: AbortSignal;
  /** The address of the client as far as the host knows it: behind a trusted proxy, the one the proxy names. */
  readonly peerAddress: string | undefined;
  /** The request object of the host: `{ req, res }` on node:http and Express, a `Request` on fetch. */
  readonly raw: unknown;
}

/** A request as an adapter hands it to the core. */
export interface ApiRequest extends RequestView {
  /** Whether there is a body (RFC 9112 §6.3); a body of length 0 counts as none. */
  readonly hasBody: boolean;
  /**
   * Opens the body. It is not read before; a request may be refused with its body unread. The stream fails when the
   * client disconnects.
   *
   * @throws ApiError `internal_error` when the body has already been read.
   */
  openBody(): Readable;
}

/** The error of a request whose body was read before it reached the API. */
export function bodyConsumed(): ApiError<'internal_error'> {
  const message =
    'The request body was read before it reached the API: mount the API in front of body parsers such as express.json().';
  return new ApiError('internal_error', message);
}

/**
 * The parts of a request target, which may be in absolute form (RFC 9112 §3.2.2). The query has no question mark.
 *
 * @example
 * splitTarget('/todos/1?done=true'); // { path: '/todos/1', query: 'done=true' }
 */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0] ?? '';
  const end = target.indexOf('?');
  const path = target.slice(origin.length, end === -1 ? target.length : end);
  return { path: path === '' ? '/' : path, query: end === -1 ? '' : target.slice(end + 1) };
}
