import type { WebhookEvent } from '@contract-kit/webhooks';
import { receiveWebhooks } from '@contract-kit/webhooks/express';
import express, { type Express } from 'express';

const headerNames = { signature: 'X-CL-Signature', delivery: 'X-CL-Delivery' };

export function createApp(secret: string, onEvent: (event: WebhookEvent) => Promise<void>): Express {
  const app = express();
  // Before express.json(): the signature covers the bytes, not what a parser makes of them.
  app.post('/webhooks', receiveWebhooks({ secrets: secret, headerNames, onEvent }));
  app.use(express.json());
  return app;
}
