import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, type ErrorForm, type RateLimitPolicy, renderError } from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import { type Clock, systemClock } from '../clock.ts';
import { addressSubject } from '../rate-limit/client-address.ts';
import { createRateLimitHeaders } from '../rate-limit/rate-limit-headers.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { createRequestId } from '../request-id/request-id.ts';

export interface ClientErrorOptions {
  readonly generateRequestId?: () => string;
  /** How errors look: the vocabulary of the contract. Default: the standard envelope. */
  readonly vocabulary?: ErrorForm;
  /** What key-less requests are counted by; with it these answers carry the rate-limit fields as all others do. */
  readonly rateLimit?: {
    readonly store: RateLimitStore;
    readonly addressPolicy: RateLimitPolicy;
    readonly clock?: Pick<Clock, 'now'>;
  };
}

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL or the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};

/**
 * For the `clientError` event of a Node.js server: what is no HTTP, too long or too slow never reaches Express. It is
 * answered here as any other request that cannot be understood, 400 with the error envelope, and the connection is
 * closed.
 *
 * @example
 * server.on('clientError', createClientErrorHandler({ rateLimit }));
 */
export function createClientErrorHandler(
  options: ClientErrorOptions = {},
): (error: Error & { code?: string }, socket: Duplex) => void {
  const { generateRequestId = createRequestId, rateLimit, vocabulary = standardVocabulary } = options;
  const fieldsOf = rateLimit === undefined ? () => '' : createRateLimitFields(rateLimit);

  async function answer(message: string, socket: Duplex): Promise<void> {
    const requestId = generateRequestId();
    const error = new ApiError('bad_request', message);
    const { status, contentType, text } = renderError(vocabulary, error, requestId);
    // A store that fails costs these answers their rate-limit fields and nothing else.
    const fields = await (async () => fieldsOf((socket as Socket).remoteAddress))().catch(() => '');
    socket.end(
      `HTTP/1.1 ${status} Bad Request\r\nX-Request-Id: ${requestId}\r\n${fields}` +
        `Content-Type: ${contentType}\r\n` +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  }

  return function handleClientError(error, socket) {
    if (error.code === 'ECONNRESET' || !socket.writable || answeredAlready(socket)) socket.destroy();
    else void answer(messages[error.code ?? ''] ?? 'The request is not valid HTTP.', socket);
  };
}

/** Counts a request of an address and renders the fields that say so. */
function createRateLimitFields({
  store,
  addressPolicy,
  clock = systemClock,
}: NonNullable<ClientErrorOptions['rateLimit']>) {
  const headers = createRateLimitHeaders(addressPolicy);
  return async (address: string | undefined): Promise<string> => {
    const decision = await store.take(`address:${addressSubject(address)}`, addressPolicy);
    let fields = '';
    headers.write({ setHeader: (name, value) => (fields += `${name}: ${value}\r\n`) }, decision, clock.now());
    return fields;
  };
}

/** Bytes of an answer under way make a second status line garbage. */
function answeredAlready(socket: Duplex): boolean {
  const current = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage;
  return current?.headersSent === true;
}
