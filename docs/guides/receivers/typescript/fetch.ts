import type { WebhookEvent } from '@contract-kit/webhooks';
import { type FetchWebhookHandler, receiveWebhooks } from '@contract-kit/webhooks/fetch';

const headerNames = { signature: 'X-CL-Signature', delivery: 'X-CL-Delivery' };

/** For `Deno.serve(handler)`, `Bun.serve({ fetch: handler })` or `export default { fetch: handler }`. */
export function createHandler(secret: string, onEvent: (event: WebhookEvent) => Promise<void>): FetchWebhookHandler {
  return receiveWebhooks({ secrets: secret, headerNames, onEvent });
}
