import { eventTypes } from '../events/event-types.ts';

/** Stands for every event in a subscription. */
export const allEvents = '*';

/** The event a test sends; it is no change, so `GET /events` has none. */
export const testEventType = 'webhook.test';

/** Names a subscription may hold. */
export const subscriptionNames = [allEvents, ...eventTypes] as const;

/** Names of events as deliveries carry them. */
export const deliveredEventTypes = [...eventTypes, testEventType] as const;

/** `switched_off`: by the service, after too many failures in a row. */
export const webhookStatuses = ['active', 'paused', 'switched_off'] as const;

/** How deliveries are signed; named as `@contract-kit/webhooks` names them. */
export const signatureSchemes = ['timestamped', 'standard_webhooks'] as const;

/** `discarded`: its event is gone, or the endpoint can no longer get it. */
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

/** Hours a rotated secret goes on signing beside the new one. */
export const secretOverlapHours = 24;

/** Failed attempts in a row after which an endpoint is switched off. */
export const switchOffFailures = 20;

/** Days deliveries are kept, with their attempts. */
export const deliveryRetentionDays = 30;

/** Bytes of the response that are kept of an attempt. */
export const attemptResponseBytes = 1024;

export type SubscriptionName = (typeof subscriptionNames)[number];
export type DeliveredEventType = (typeof deliveredEventTypes)[number];
export type WebhookStatus = (typeof webhookStatuses)[number];
export type WebhookSignatureScheme = (typeof signatureSchemes)[number];
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryErrorReason = (typeof deliveryErrorReasons)[number];
