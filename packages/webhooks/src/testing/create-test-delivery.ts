import type { WebhookHeaderNames } from '../headers.ts';
import type { WebhookEvent } from '../receiving/event.ts';
import type { WebhookSecrets } from '../signing/hmac.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import { signDelivery } from '../signing/sign-delivery.ts';

export interface TestDeliveryOptions {
  readonly secrets: WebhookSecrets;
  /**
   * The parts of the event that matter to the test, including custom fields. Default: a `webhook.test` with a new id.
   */
  readonly event?: Partial<WebhookEvent> & Readonly<Record<string, unknown>>;
  /** Unix seconds. Default: the system's clock. */
  readonly timestamp?: number;
  readonly deliveryId?: string;
  /** How the sender signs. Default `timestamped`. */
  readonly scheme?: SignatureScheme;
  readonly headerNames?: Partial<WebhookHeaderNames>;
}

/** A signed delivery: what `fetch` takes as its second argument. */
export interface TestDelivery {
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * A delivery signed as by the sender, for tests of a receiver.
 *
 * @example
 * const delivery = await createTestDelivery({ secrets: 'whsec_test', event: { type: 'order.paid', data } });
 * expect((await fetch(url, delivery)).status).toBe(204);
 */
export async function createTestDelivery(options: TestDeliveryOptions): Promise<TestDelivery> {
  const { secrets, headerNames, scheme = 'timestamped', timestamp = Math.floor(Date.now() / 1000) } = options;
  const event: WebhookEvent = {
    id: `evt_${crypto.randomUUID()}`,
    type: 'webhook.test',
    createdAt: new Date(timestamp * 1000).toISOString(),
    data: { message: 'A test.' },
    ...options.event,
  };
  const body = JSON.stringify(event);
  const deliveryId = options.deliveryId ?? `dlv_${crypto.randomUUID()}`;
  const attempt = { body, secrets, timestamp, scheme, event: event.type, eventId: event.id, deliveryId, headerNames };
  const headers = await signDelivery(attempt);
  return { method: 'POST', headers, body };
}
