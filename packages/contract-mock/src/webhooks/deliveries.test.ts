import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verify } from '@contract-kit/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startLists } from '../../test-support/call.ts';
import type { MockWebhooks } from '../options.ts';

interface Delivery {
  readonly headers: Headers;
  readonly body: string;
}

let received: Delivery[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: new Headers(request.headers as Record<string, string>), body: await text(request) });
  response.writeHead(204).end();
});
let url: string;

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
beforeEach(() => {
  received = [];
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

const groceries = { code: 'groceries', name: 'Groceries' };
const typesOf = () => received.map(({ body }) => JSON.parse(body).type);

function start(webhooks: MockWebhooks = {}) {
  const logged: string[] = [];
  const started = startLists({ webhooks, logger: { error: (_, message) => void logged.push(message) } });
  return { ...started, logged };
}

describe('webhooks', () => {
  it('go to the endpoints that were registered through the contract, signed with the secret each was given', async () => {
    const { mock, send } = start();
    const { data } = await send('POST /webhooks', { url, events: ['list.created'] });
    await send('POST /lists', groceries);
    await send('DELETE /lists/groceries');
    await mock.settled();
    const [{ headers, body }] = received as [Delivery];
    expect(typesOf()).toEqual(['list.created']);
    await verify({ headers, body, secrets: [String(data.secret)] });
    expect(JSON.parse(body)).toMatchObject({ type: 'list.created', data: { list: groceries } });
  });

  it('end when the endpoint is deleted', async () => {
    const { mock, send } = start();
    const { data } = await send('POST /webhooks', { url, events: ['*'] });
    await send('POST /lists', groceries);
    await send(`DELETE /webhooks/${data.id}`);
    await send('DELETE /lists/groceries');
    await mock.settled();
    expect(typesOf()).toEqual(['list.created']);
  });

  it('are tested by an operation of the endpoint', async () => {
    const { mock, send } = start();
    const { data } = await send('POST /webhooks', { url, events: ['list.created'] });
    expect((await send(`POST /webhooks/${data.id}/test`)).status).toBe(202);
    await mock.settled();
    expect(typesOf()).toEqual(['webhook.test']);
  });

  it('are also sent to the address of the options, with only the events of the options', async () => {
    const schema = z.object({ id: z.string(), type: z.literal('list.updated'), shop: z.string() });
    const { mock, send } = start({ url, secret: 'whsec_0123456789abcdef', events: { 'list.updated': { schema } } });
    await send('POST /lists', groceries);
    await send('PATCH /lists/groceries', { name: 'Food' });
    await mock.settled();
    const [{ headers, body }] = received as [Delivery];
    expect(received).toHaveLength(1);
    await verify({ headers, body, secrets: ['whsec_0123456789abcdef'] });
    expect(JSON.parse(body)).toEqual({ id: expect.any(String), type: 'list.updated', shop: expect.any(String) });
  });

  it('are not sent to other machines by default, which is logged like a failure', async () => {
    const { mock, send, logged } = start();
    await send('POST /webhooks', { url: 'https://hooks.example.com/', events: ['*'] });
    await send('POST /webhooks', { url: 'http://127.0.0.1:1/', events: ['*'] });
    await send('POST /lists', groceries);
    await mock.settled();
    expect(logged.sort()).toEqual([
      'the webhook could not be delivered',
      'the webhook was not sent: its address is not one of this machine',
    ]);
  });
});
