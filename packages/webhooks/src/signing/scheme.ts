/**
 * How deliveries are signed.
 *
 * - `timestamped`: one header, `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, over `<t>.<body>`. The key is the text of the
 *   secret. Stripe signs this way.
 * - `standard_webhooks`: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>[ v1,<base64>…]`,
 *   over `<id>.<timestamp>.<body>`. The key is the decoded base64 after `whsec_` in the secret. See
 *   https://www.standardwebhooks.com, which has verifiers in many languages.
 */
export type SignatureScheme = 'timestamped' | 'standard_webhooks';
