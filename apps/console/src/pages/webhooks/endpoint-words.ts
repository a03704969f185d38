import { allEvents, type Webhook, type WebhookSignatureScheme } from '@product-content/contract';

/** Signature schemes in words. */
export const schemeLabels: Readonly<Record<WebhookSignatureScheme, string>> = {
  timestamped: 'X-CL-Signature',
  standard_webhooks: 'Standard Webhooks',
};

/** `all`, with those that have to be named beside it, or the names. */
export function toSubscription(events: Webhook['events']): string {
  return events.map((name) => (name === allEvents ? 'all' : name)).join(', ');
}
