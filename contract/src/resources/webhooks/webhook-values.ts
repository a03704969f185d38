import { eventTypes } from '../events/event-types.ts';

/** Stands for every event in a subscription. */
export const allEvents = '*';

/** The event that a test sends; it is not a change, so `GET /events` does not list it. */
export const testEventType = 'webhook.test';

/** Names that a subscription may contain. */
export const subscriptionNames = [allEvents, ...eventTypes] as const;

/** Names of events in deliveries. */
export const deliveredEventTypes = [...eventTypes, testEventType] as const;

/** `switched_off`: by the service, after too many failures in a row. */
export const webhookStatuses = ['active', 'paused', 'switched_off'] as const;

/** How deliveries are signed, by the names in `@contract-kit/webhooks`. */
export const signatureSchemes = ['timestamped', 'standard_webhooks'] as const;

/** `discarded`: its event is no longer available, or the endpoint can no longer receive it. */
export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'discarded'] as const;

/** Why an attempt failed. */
export const deliveryErrorReasons = [
  'timeout',
  'dns',
  'tls',
  'connection_refused',
  'blocked_address',
  'redirect',
  'http_4xx',
  'http_5xx',
] as const;

/** Hours for which a rotated secret still signs beside the new one. */
export const secretOverlapHours = 24;

/** Consecutive failed attempts after which an endpoint is switched off. */
export const switchOffFailures = 20;

/** Days for which deliveries are kept, with their attempts. */
export const deliveryRetentionDays = 30;

/** Bytes of the response that are stored for an attempt. */
export const attemptResponseBytes = 1024;

export type SubscriptionName = (typeof subscriptionNames)[number];
export type DeliveredEventType = (typeof deliveredEventTypes)[number];
export type WebhookStatus = (typeof webhookStatuses)[number];
export type WebhookSignatureScheme = (typeof signatureSchemes)[number];
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryErrorReason = (typeof deliveryErrorReasons)[number];
