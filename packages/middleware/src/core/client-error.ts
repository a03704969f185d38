import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, type ErrorForm, type RateLimitPolicy } from '@contract-kit/http-spec';
import { toErrorResponse } from '../errors/error-response.ts';
import { addressSubject } from '../rate-limit/client-address.ts';
import { createRateLimitHeaders } from '../rate-limit/rate-limit-headers.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { createRequestId } from '../request-id/request-id.ts';
import { systemTime, type TimeSource } from '../time-source.ts';
import { everyResponse } from './stages/open.ts';

export interface ClientErrorOptions {
  readonly generateRequestId?: () => string;
  /** The vocabulary of the contract, which defines error bodies. Default: the standard envelope. */
  readonly vocabulary?: ErrorForm;
  /** The limit of requests without a key. With it, these responses carry the rate-limit fields like all others. */
  readonly rateLimit?: {
    readonly store: Pick<RateLimitStore, 'take'>;
    readonly addressPolicy: RateLimitPolicy;
    readonly clock?: Pick<TimeSource, 'nowMs'>;
  };
}

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL or the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};

/**
 * For the `clientError` event of a Node.js server. Malformed HTTP, and requests that are too long or too slow, never
 * reach the API: they get 400 with an error body, and the connection is closed.
 *
 * @example
 * server.on('clientError', createClientErrorHandler({ rateLimit }));
 */
export function createClientErrorHandler(
  options: ClientErrorOptions = {},
): (error: Error & { code?: string }, socket: Duplex) => void {
  const { generateRequestId = createRequestId, rateLimit, vocabulary } = options;
  const fieldsOf = rateLimit === undefined ? () => '' : createRateLimitFields(rateLimit);

  async function respond(message: string, socket: Duplex): Promise<void> {
    const requestId = generateRequestId();
    const { status, fields, body } = toErrorResponse(new ApiError('bad_request', message), requestId, vocabulary);
    // If the store fails, these responses only lack their rate-limit fields.
    const rateLimitFields = await (async () => fieldsOf((socket as Socket).remoteAddress))().catch(() => '');
    const own = [...Object.entries(everyResponse), ...fields].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(
      `HTTP/1.1 ${status} Bad Request\r\nX-Request-Id: ${requestId}\r\n${rateLimitFields}${own}` +
        `Connection: close\r\n\r\n${body}`,
    );
  }

  return function handleClientError(error, socket) {
    if (error.code === 'ECONNRESET' || !socket.writable || respondedAlready(socket)) socket.destroy();
    else void respond(messages[error.code ?? ''] ?? 'The request is not valid HTTP.', socket);
  };
}

/** Counts a request of an address and renders its rate-limit fields. */
function createRateLimitFields({
  store,
  addressPolicy,
  clock = systemTime,
}: NonNullable<ClientErrorOptions['rateLimit']>) {
  const headers = createRateLimitHeaders(addressPolicy);
  return async (address: string | undefined): Promise<string> => {
    const decision = await store.take(`address:${addressSubject(address)}`, addressPolicy);
    let fields = '';
    headers.write({ set: (name, value) => (fields += `${name}: ${value}\r\n`) }, decision, clock.nowMs());
    return fields;
  };
}

/** After the first bytes of a response, a second status line would corrupt it. */
function respondedAlready(socket: Duplex): boolean {
  const current = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage;
  return current?.headersSent === true;
}
