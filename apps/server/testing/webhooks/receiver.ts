import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that reached a receiver. */
export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The reaction of a receiver to a request, whose body has been read. */
export type Behaviour = (response: ServerResponse, received: Received) => void;

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end();

/** A receiver of webhooks on a separate port. */
export interface TestReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Changes the behavior from now on; at first it returns 204. */
  behave(behaviour: Behaviour): void;
  /** The maximum number of concurrent requests so far. */
  readonly peakConcurrency: () => number;
  stop(): Promise<void>;
}

export async function startReceiver(behaviour: Behaviour = respondWith(204)): Promise<TestReceiver> {
  const received: Received[] = [];
  let behave = behaviour;
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    received.push({ headers: request.headers, body });
    behave(response, { headers: request.headers, body });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    behave(next) {
      behave = next;
    },
    peakConcurrency: () => most,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
