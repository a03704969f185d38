import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Client, type ClientOptions, createClient, createClientFromRoutes } from '../src/index.ts';
import { notesContract, problemContract } from './notes-contract.ts';
import { routes } from './notes-routes.ts';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Responder = (request: ReceivedRequest, response: ServerResponse) => Reply | null;

export interface Scripted {
  readonly client: Client<typeof notesContract>;
  /** The same client, made from routes alone. */
  readonly fromRoutes: Client<typeof notesContract>;
  /** A client of the same server that expects problem details as errors. */
  readonly problems: Client<typeof problemContract>;
  /** What arrived, oldest first. */
  readonly requests: readonly ReceivedRequest[];
}

/** The envelope of an error. */
export function failure(
  status: number,
  code: string,
  extra: { headers?: Record<string, string>; details?: object } = {},
): Reply {
  const { headers = {}, details } = extra;
  const error = { code, message: `It is ${code}.`, requestId: 'req_1', ...(details && { details }) };
  return { status, headers: { 'x-request-id': 'req_1', ...headers }, body: { error } };
}

/**
 * A client, and a server that sends these replies in order and repeats the last one. Null: it sends nothing, or the
 * responder has already responded.
 */
export async function script(
  replies: readonly Reply[] | Responder,
  options: Partial<ClientOptions> = {},
): Promise<Scripted> {
  const requests: ReceivedRequest[] = [];
  const respond: Responder =
    typeof replies === 'function' ? replies : () => replies[Math.min(requests.length, replies.length) - 1] ?? null;
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += (chunk as Buffer).toString('latin1');
    const request = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
    requests.push(request);
    const reply = respond(request, res);
    if (reply === null) return;
    const isText = typeof reply.body === 'string' || reply.body === undefined;
    res.writeHead(reply.status, { ...(isText ? {} : { 'content-type': 'application/json' }), ...reply.headers });
    res.end(isText ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = { baseUrl, apiKey: 'secret', ...options, retry: { baseMs: 1, ...options.retry } };
  return {
    requests,
    client: createClient(notesContract, settings),
    fromRoutes: createClientFromRoutes(routes, settings),
    problems: createClient(problemContract, settings),
  };
}
