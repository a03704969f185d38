import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request and its response as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Stands before a server and writes down what passes. */
export interface ExchangeRecorder {
  readonly origin: string;
  /** What has passed since it was last asked, oldest first. */
  take(): Exchange[];
  close(): Promise<void>;
}

/** @param target origin of the server behind. */
export async function startRecorder(target: string): Promise<ExchangeRecorder> {
  let exchanges: Exchange[] = [];
  const server = createServer((req, res) => {
    forward(target, req, res, (exchange) => exchanges.push(exchange)).catch((error: Error) => res.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(
  target: string,
  req: IncomingMessage,
  res: ServerResponse,
  record: (exchange: Exchange) => void,
): Promise<void> {
  const { method = 'GET', url = '/' } = req;
  const onward = request(`${target}${url}`, { method, headers: req.headers, agent: false });
  onward.end(await buffer(req));
  const [response] = (await once(onward, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const status = response.statusCode ?? 0;
  // Written down first: the client goes on as soon as it has the response.
  record({ method, path: url, status, headers: headersOf(response), text: body.toString('utf8') });
  res.writeHead(status, response.rawHeaders);
  res.end(body);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
