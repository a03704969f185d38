import { connect } from 'node:net';
import { ApiResponse } from './api-response.ts';

export interface RawRequest {
  readonly method: string;
  /** The request target as it stands in the request line. */
  readonly target: string;
  /** Lines after `Host` and `Connection: close`. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
}

/**
 * Sends what an ordinary client refuses to send, on a connection of its own.
 *
 * @param origin any URL of the server.
 * @returns null when the connection ended without a response.
 */
export async function rawRequest(origin: string, request: RawRequest): Promise<ApiResponse | null> {
  const { method, target, headers = [], body = '' } = request;
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''];
  return rawExchange(origin, [Buffer.from(head.join('\r\n'), 'latin1'), body]);
}

/** Sends bytes one after the other and reads until the server closes the connection. */
export async function rawExchange(
  origin: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<ApiResponse | null> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that has responded may reset the connection of a client that goes on sending.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
  for await (const part of parts) {
    if (socket.destroyed || !socket.writable) break;
    socket.write(part);
  }
  await closed;
  return chunks.length === 0 ? null : parseResponse(Buffer.concat(chunks).toString('utf8'));
}

function parseResponse(text: string): ApiResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  return new ApiResponse(status, headers, rest.join('\r\n\r\n'));
}
