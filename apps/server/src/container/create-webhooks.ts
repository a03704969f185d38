import {
  createSecretCipher,
  createWebhookLookup,
  WebhookDeliveriesRepository,
  WebhookDeliveriesService,
  WebhookEndpointsRepository,
  WebhooksService,
} from '../features/webhooks/index.ts';
import type { Clock, IdSource } from '../kernel/index.ts';
import type { UrlCheck } from '../outbound/index.ts';
import { type Database, loadSharedSecret } from '../storage/index.ts';

/** What webhooks are built with. */
export interface WebhookParts {
  readonly database: Database;
  readonly checkUrl: UrlCheck;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Endpoints events are sent to. */
export async function createWebhooks({ database, checkUrl, clock, ids }: WebhookParts) {
  const endpoints = new WebhookEndpointsRepository(database);
  const deliveries = new WebhookDeliveriesRepository(database);
  const cipher = createSecretCipher(await loadSharedSecret(database, 'webhooks', clock.now()));
  return {
    cipher,
    lookup: createWebhookLookup(endpoints),
    webhooks: new WebhooksService({ database, endpoints, deliveries, cipher, checkUrl, clock, ids }),
    deliveries: new WebhookDeliveriesService({ database, endpoints, deliveries, clock, ids }),
  };
}
