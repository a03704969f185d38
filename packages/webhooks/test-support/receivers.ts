import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { onTestFinished } from 'vitest';
import { receiveWebhooks as receiveOnExpress } from '../src/express/index.ts';
import { receiveWebhooks as receiveOnFetch } from '../src/fetch/index.ts';
import type { ReceiverOptions, WebhookEvent } from '../src/index.ts';
import { createTestDelivery, type TestDelivery, type TestDeliveryOptions } from '../src/testing/index.ts';

export const secret = 'whsec_test';

/** Serves a listener on a free port until the test ends. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A receiver under test: the events it received, and how to send to it. */
export interface Receiving {
  readonly events: WebhookEvent[];
  /** The errors that reached the framework. */
  readonly failures: unknown[];
  send(request: RequestInit): Promise<Response>;
  deliver(options?: Partial<TestDeliveryOptions>, changes?: Partial<TestDelivery>): Promise<Response>;
}

type Options = Partial<ReceiverOptions>;
type Sender = (failures: unknown[], options: ReceiverOptions) => Promise<Receiving['send']>;

async function receive(options: Options, open: Sender): Promise<Receiving> {
  const events: WebhookEvent[] = [];
  const failures: unknown[] = [];
  const send = await open(failures, { secrets: secret, onEvent: (event) => void events.push(event), ...options });
  return {
    events,
    failures,
    send,
    deliver: async (delivery, changes) =>
      send({ ...(await createTestDelivery({ secrets: secret, ...delivery })), ...changes }),
  };
}

/** Adds other parts of an application around the receiver. */
export type Surroundings = (app: Express) => void;

export function receiveByExpress(options: Options = {}, before: Surroundings = () => {}): Promise<Receiving> {
  return receive(options, async (failures, complete) => {
    const app = express();
    before(app);
    app.all('/hooks', receiveOnExpress(complete));
    app.use((error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
      failures.push(error);
      response.status(500).end();
    });
    const url = await serve(app);
    return (request) => fetch(`${url}/hooks`, request);
  });
}

export function receiveByFetch(options: Options = {}): Promise<Receiving> {
  return receive(options, async (failures, complete) => {
    const handle = receiveOnFetch(complete);
    return (request) =>
      handle(new Request('https://receiver.example/hooks', request)).catch((error: unknown) => {
        failures.push(error);
        return new Response(null, { status: 500 });
      });
  });
}
