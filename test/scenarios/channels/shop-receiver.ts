import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';
import { onTestFinished } from 'vitest';

/** A request of a channel, with its signature checked. */
export interface ShopRequest {
  readonly event: string;
  readonly deliveryId: string;
  readonly channel: { readonly code: string };
  readonly action: string;
  readonly items: readonly { readonly sku: string; readonly version: number; readonly payload: object }[];
}

interface ShopResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** A shop that takes batches: a scripted receiver that records what it was sent. */
export async function openShop(
  secret: string,
  respond: (request: ShopRequest, count: number) => ShopResponse | Promise<ShopResponse>,
) {
  const requests: ShopRequest[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const headers = req.headers as Record<string, string>;
    await verify({ body, headers, secrets: secret, headerNames: webhookHeaders });
    const request: ShopRequest = {
      event: String(headers['x-cl-event']),
      deliveryId: String(headers['x-cl-delivery']),
      ...JSON.parse(body.toString()),
    };
    requests.push(request);
    const { status, body: text } = await respond(request, requests.length);
    res.writeHead(status, { 'content-type': 'application/json' }).end(text === undefined ? '' : JSON.stringify(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/import`,
    requests,
    skus: () => requests.map(({ items }) => items.map(({ sku }) => sku)),
  };
}
