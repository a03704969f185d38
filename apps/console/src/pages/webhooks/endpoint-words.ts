import { allEvents, type Webhook, type WebhookSignatureScheme } from '@product-content/contract';

/** The labels of signature schemes. */
export const schemeLabels: Readonly<Record<WebhookSignatureScheme, string>> = {
  timestamped: 'X-CL-Signature',
  standard_webhooks: 'Standard Webhooks',
};

/** `all`, with the opt-in events beside it, or the names of events. */
export function toSubscription(events: Webhook['events']): string {
  return events.map((name) => (name === allEvents ? 'all' : name)).join(', ');
}
