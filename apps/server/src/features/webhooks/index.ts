export { type DeliveryEngine, startDeliveryEngine } from './delivery/delivery-engine.ts';
export { sweepDeliveries } from './delivery/sweep-deliveries.ts';
export { WebhookDeliveriesRepository } from './endpoints/webhook-deliveries.repository.ts';
export {
  WebhookDeliveriesService,
  type WebhookDeliveriesServiceOptions,
} from './endpoints/webhook-deliveries.service.ts';
export { WebhookEndpointsRepository } from './endpoints/webhook-endpoints.repository.ts';
export { WebhooksService, type WebhooksServiceOptions } from './endpoints/webhooks.service.ts';
export { createSecretCipher, type SecretCipher } from './secret-cipher.ts';
export { createWebhookLookup } from './webhook-lookup.ts';
