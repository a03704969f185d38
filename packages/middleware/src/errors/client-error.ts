import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, toErrorBody } from '@contract-kit/http-spec';
import { createRequestId } from '../request-id/request-id.ts';

const answers: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The URL or the headers are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long to arrive.' },
};

const malformed = { status: '400 Bad Request', message: 'The request is not valid HTTP.' };

/**
 * For the `clientError` event of a Node.js server: what is no HTTP never reaches Express, and is answered with
 * the error envelope here before the connection is closed.
 *
 * @example
 * server.on('clientError', createClientErrorHandler());
 */
export function createClientErrorHandler(
  generate: () => string = createRequestId,
): (error: Error & { code?: string }, socket: Duplex) => void {
  return function handleClientError(error, socket) {
    if (error.code === 'ECONNRESET' || !socket.writable || answeredAlready(socket)) {
      socket.destroy();
      return;
    }
    const { status, message } = answers[error.code ?? ''] ?? malformed;
    const requestId = generate();
    const body = JSON.stringify(toErrorBody(new ApiError('bad_request', message), requestId));
    socket.end(
      `HTTP/1.1 ${status}\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
}

/** Bytes of an answer under way make a second status line garbage. */
function answeredAlready(socket: Duplex): boolean {
  const current = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage;
  return current?.headersSent === true;
}
