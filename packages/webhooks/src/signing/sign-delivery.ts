import { type WebhookHeaderNames, webhookHeaderNames } from '../headers.ts';
import { type SignOptions, sign } from './sign.ts';
import { signStandardWebhook } from './sign-standard-webhook.ts';

interface DeliveryOptions extends SignOptions {
  /** The event's name, such as `order.paid`. */
  readonly event: string;
  /** The delivery's id, the same for all its attempts. */
  readonly deliveryId: string;
  readonly headerNames?: Partial<WebhookHeaderNames>;
}

/** The parts of a delivery, and how it is signed. */
export type SignDeliveryOptions = DeliveryOptions &
  (
    | { readonly scheme?: 'timestamped' }
    | {
        readonly scheme: 'standard_webhooks';
        /** The event's id, the same in every delivery of the event: `webhook-id`. */
        readonly eventId: string;
      }
  );

/**
 * All header fields of one attempt: Content-Type, event, delivery, timestamp, signature. Standard Webhooks uses other
 * names for the timestamp and the signature, and adds `webhook-id`.
 *
 * @example
 * const headers = await signDelivery({ body, secrets, timestamp, event: 'order.paid', deliveryId: 'dlv_…' });
 * await fetch(endpoint.url, { method: 'POST', body, headers, redirect: 'manual' });
 * @throws the errors of {@link sign} and {@link signStandardWebhook}.
 */
export async function signDelivery(options: SignDeliveryOptions): Promise<Record<string, string>> {
  const names = { ...webhookHeaderNames, ...options.headerNames };
  return {
    'Content-Type': 'application/json',
    [names.event]: options.event,
    [names.delivery]: options.deliveryId,
    ...(options.scheme === 'standard_webhooks'
      ? await signStandardWebhook({ ...options, id: options.eventId })
      : { [names.timestamp]: String(options.timestamp), [names.signature]: await sign(options) }),
  };
}
