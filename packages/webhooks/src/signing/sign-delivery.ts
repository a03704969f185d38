import { type WebhookHeaderNames, webhookHeaderNames } from '../headers.ts';
import { type SignOptions, sign } from './sign.ts';

export interface SignDeliveryOptions extends SignOptions {
  /** The event's name, such as `order.paid`. */
  readonly event: string;
  /** The delivery's id, the same for all its attempts. */
  readonly deliveryId: string;
  readonly headerNames?: Partial<WebhookHeaderNames>;
}

/**
 * All header fields of one attempt: Content-Type, event, delivery, timestamp, signature.
 *
 * @example
 * const headers = await signDelivery({ body, secrets, timestamp, event: 'order.paid', deliveryId: 'dlv_…' });
 * await fetch(endpoint.url, { method: 'POST', body, headers, redirect: 'manual' });
 * @throws the errors of {@link sign}.
 */
export async function signDelivery(options: SignDeliveryOptions): Promise<Record<string, string>> {
  const names = { ...webhookHeaderNames, ...options.headerNames };
  return {
    'Content-Type': 'application/json',
    [names.event]: options.event,
    [names.delivery]: options.deliveryId,
    [names.timestamp]: String(options.timestamp),
    [names.signature]: await sign(options),
  };
}
