import { Agent, type IncomingMessage, request } from 'node:http';
import { ApiResponse } from './api-response.ts';

export interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form or blob adds its own Content-Type. */
  readonly body?: string | Uint8Array | FormData | Blob;
}

/** Connections stay open, and go with the process. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends a request and reads its response, without following a redirect. A tier sends tens of thousands of them, and
 * `fetch` takes twice as much processor time for each: it sends only forms and blobs, which it knows how to encode.
 */
export async function sendRequest<Data>(url: string, outgoing: OutgoingRequest): Promise<ApiResponse<Data>> {
  const { body, headers, method } = outgoing;
  if (body instanceof FormData || body instanceof Blob) {
    const response = await fetch(url, { method, headers, body, redirect: 'manual' });
    return new ApiResponse<Data>(response.status, response.headers, await response.text());
  }
  // Node says no length by itself for methods that seldom have a body, such as DELETE.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // A server that has responded may hang up on the rest of a body: errors after the response count for nothing.
    request(url, { method, headers: { ...length, ...headers }, agent }, resolve)
      .on('error', reject)
      .end(body);
  });
  const bytes = Buffer.concat(await response.toArray());
  return new ApiResponse<Data>(response.statusCode as number, headersOf(response), new TextDecoder().decode(bytes));
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return headers;
}
