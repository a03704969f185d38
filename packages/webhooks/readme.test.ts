import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { createGuardedAgent } from './src/address-guard/index.ts';
import {
  createSecret,
  nextAttempt,
  signDelivery,
  verify,
  type WebhookEvent,
  type WebhookSecrets,
} from './src/index.ts';
import { createTestDelivery } from './src/testing/index.ts';
import { receiveByExpress, serve } from './test-support/receivers.ts';

interface Endpoint {
  readonly url: string;
  readonly secrets: WebhookSecrets;
  readonly agent: Agent;
}

/** One attempt, as the README shows it. */
async function post(endpoint: Endpoint, event: WebhookEvent, deliveryId: string): Promise<IncomingMessage> {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const { url, secrets, agent } = endpoint;
  const headers = await signDelivery({ body, secrets, timestamp, event: event.type, deliveryId });
  const sending = request(url, { method: 'POST', headers, agent, signal: AbortSignal.timeout(10_000) }).end(body);
  const [response] = await once(sending, 'response');
  return response;
}

const event: WebhookEvent = {
  id: 'evt_1',
  type: 'order.paid',
  createdAt: '2026-01-31T09:30:00.000Z',
  data: { order: { id: 'ord_1', total: 49.5 } },
};

it('a delivery sent as shown arrives, or reports when to retry', async () => {
  const secret = createSecret();
  const bodies: Buffer[] = [];
  const url = await serve(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    const { timestamp } = await verify({ body, headers: incoming.headers, secrets: secret });
    expect(timestamp).toBeGreaterThan(0);
    bodies.push(body);
    response.writeHead(503, { 'Retry-After': '120' }).end();
  });
  const agent = createGuardedAgent({ protocol: 'http:', allowPrivate: true });
  const response = await post({ url, secrets: secret, agent }, event, 'dlv_1');
  agent.destroy();
  const next = nextAttempt({ attempt: 1, jitter: Math.random(), retryAfter: response.headers['retry-after'] });
  expect(next).toEqual({ attempt: 2, waitSeconds: 120 });
  expect(JSON.parse(String(bodies))).toEqual(event);
});

it('a guarded endpoint is not reached at a private address', async () => {
  const url = await serve((_request, response) => response.end());
  const agent = createGuardedAgent({ protocol: 'http:' });
  await expect(post({ url, secrets: 's', agent }, event, 'dlv_1')).rejects.toMatchObject({ code: 'blocked_address' });
});

it('a test delivery is what fetch takes', async () => {
  const { events, send } = await receiveByExpress({ secrets: 'whsec_test' });
  const delivery = await createTestDelivery({ secrets: 'whsec_test', event: { type: 'order.paid' } });
  expect((await send(delivery)).status).toBe(204);
  expect(events).toMatchObject([{ type: 'order.paid' }]);
});
