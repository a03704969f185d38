import type { WebhookHeaderNames } from '../headers.ts';
import type { WebhookSecrets } from '../signing/hmac.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import type { IdentifiedEvent, WebhookEvent } from './event.ts';
import type { RefusalCode } from './refusal.ts';
import type { SeenStore } from './seen-store.ts';

export type { RefusalCode } from './refusal.ts';

/** The context of an event. */
export interface ReceivedDelivery {
  /** When this attempt was signed, in Unix seconds. Verified. */
  readonly timestamp: number;
  /** The delivery's id, as in the sender's log; null without one. Not signed: use it for logs only. */
  readonly deliveryId: string | null;
}

/** A delivery that was refused with 4xx. */
export interface Refusal {
  readonly status: number;
  readonly code: RefusalCode;
  /** Contains no part of the request and no secret. */
  readonly message: string;
  /** The error of `parse`; it may quote the request. */
  readonly cause?: unknown;
  readonly deliveryId: string | null;
}

/** How deliveries are received: the same on Express and on Fetch runtimes. */
export interface ReceiverOptions<Event extends IdentifiedEvent = WebhookEvent> {
  /** The endpoint's secret, or several during a rotation; a function is called for each delivery. */
  readonly secrets: WebhookSecrets | (() => WebhookSecrets | Promise<WebhookSecrets>);
  /**
   * Handles a verified, new event. The sender gives up after 10 seconds, so queue longer work. When it throws, the
   * response is 500 and the sender retries.
   */
  readonly onEvent: (event: Event, delivery: ReceivedDelivery) => void | Promise<void>;
  /**
   * Reads an event in your sender's envelope, and throws if the JSON is not one: `parse: EventSchema.parse`. Default:
   * `parseWebhookEvent`, which requires `id`, `type`, `createdAt` and `data` and keeps every other field.
   */
  readonly parse?: (json: unknown) => Event;
  /** Which events were handled. Default: `createMemorySeenStore()`; null handles every delivery. */
  readonly seen?: SeenStore | null;
  /** Seconds the timestamp may differ from the clock. Default 300. */
  readonly toleranceSeconds?: number;
  /** Largest body in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * How the sender signs. Default `timestamped`. Under `standard_webhooks`, repetitions are recognized by `webhook-id`.
   */
  readonly scheme?: SignatureScheme;
  /** Default: `webhookHeaderNames`. */
  readonly headerNames?: Partial<WebhookHeaderNames>;
  /** Milliseconds since the Unix epoch. Default: the system's clock. */
  readonly clock?: { now(): number };
  /** Called for every refused delivery, for a log or a counter. */
  readonly onRefused?: (refusal: Refusal) => void;
}
