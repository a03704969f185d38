import type { WebhookEvent } from '@contract-kit/webhooks';
import { type FetchWebhookHandler, receiveWebhooks } from '@contract-kit/webhooks/fetch';

/** For an endpoint whose `signatureScheme` is `standard_webhooks`. */
export function createStandardHandler(
  secret: string,
  onEvent: (event: WebhookEvent) => Promise<void>,
): FetchWebhookHandler {
  return receiveWebhooks({ secrets: secret, scheme: 'standard_webhooks', onEvent });
}
