import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `hangUp` closes the connection without a response. */
  readonly body?: unknown;
  readonly hangUp?: boolean;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server with scripted responses, for what a real API only does at a bad moment. */
export async function scriptedServer(
  respond: (request: ReceivedRequest, count: number) => ScriptedResponse,
): Promise<{ baseUrl: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    requests.push(received);
    const { status = 200, headers = {}, body: scriptedBody, hangUp } = respond(received, requests.length);
    if (hangUp) return request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(scriptedBody));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, requests };
}

/** The body of an error. */
export const errorBody = (code: string, message = 'No.', fieldErrors?: Record<string, string>) => ({
  error: { code, message, requestId: 'req_1', ...(fieldErrors && { details: { fieldErrors } }) },
});
