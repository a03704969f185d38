import type { WebhookSignatureScheme } from '@product-content/contract';

/** Signature schemes in words. */
export const schemeLabels: Readonly<Record<WebhookSignatureScheme, string>> = {
  timestamped: 'X-CL-Signature',
  standard_webhooks: 'Standard Webhooks',
};
