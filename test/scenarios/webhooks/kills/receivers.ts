import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verify } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';

/** What one endpoint was sent. */
export interface ReceivedEvents {
  /** Body by the id of the envelope. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Requests in all. */
  readonly requests: number;
  /** Requests that were not signed with the endpoint's secret, or came with another body under a known id. */
  readonly wrong: readonly string[];
}

/** Receivers that verify what they are sent, each below a path of its own. */
export interface Receivers {
  url(index: number): string;
  /** The secret of an endpoint, once it is known. */
  expect(index: number, secret: string): void;
  received(index: number): ReceivedEvents;
  close(): void;
}

/** One in so many requests gets 500, before and after it was recorded. */
const failureEvery = 97;

/** Starts receivers; now and then one fails, as receivers do. */
export async function startReceivers(count: number): Promise<Receivers> {
  const endpoints = Array.from({ length: count }, () => ({
    secret: '',
    bodies: new Map<string, string>(),
    requests: 0,
    wrong: [] as string[],
  }));
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    const endpoint = endpoints[Number(request.url?.slice(1))];
    if (body === null || endpoint === undefined) return void response.destroy();
    endpoint.requests += 1;
    const fails = endpoint.requests % failureEvery;
    if (fails === 1) return void response.writeHead(500).end();
    const { headers } = request;
    await verify({ body, headers, secrets: endpoint.secret, headerNames: webhookHeaders }).catch((error) =>
      endpoint.wrong.push(String(error)),
    );
    const text = body.toString();
    const { id } = JSON.parse(text) as { id: string };
    const known = endpoint.bodies.get(id);
    if (known !== undefined && known !== text) endpoint.wrong.push(`two bodies of ${id}`);
    endpoint.bodies.set(id, text);
    response.writeHead(fails === 2 ? 500 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (index: number) => endpoints[index] as (typeof endpoints)[number];
  return {
    url: (index) => `http://127.0.0.1:${port}/${index}`,
    expect: (index, secret) => {
      at(index).secret = secret;
    },
    received: at,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
