import { defineTask } from '../../kernel/index.ts';
import { createIdLookup } from '../id-lookup.ts';
import type { Ports } from '../ports.ts';
import { startDeliveryEngine } from './delivery/delivery-engine.ts';
import { sweepDeliveries } from './delivery/sweep-deliveries.ts';
import { WebhookMeasures } from './delivery/webhook-measures.ts';
import { WebhookDeliveriesRepository } from './endpoints/webhook-deliveries.repository.ts';
import { WebhookDeliveriesService } from './endpoints/webhook-deliveries.service.ts';
import { WebhookEndpointsRepository } from './endpoints/webhook-endpoints.repository.ts';
import { WebhooksService } from './endpoints/webhooks.service.ts';
import { createWebhooksRoutes } from './webhooks.routes.ts';

export interface WebhooksNeeds {
  /** Seconds before each further attempt of a delivery. */
  readonly retrySchedule: readonly number[];
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Endpoints, and the deliveries of events to them. */
export function createWebhooks(ports: Ports, { retrySchedule }: WebhooksNeeds) {
  const { database, databaseUrl, outbound, cipher, clock, ids, logger, tracing } = ports;
  const measures = new WebhookMeasures(database);
  const endpoints = new WebhookEndpointsRepository(database);
  const deliveries = new WebhookDeliveriesRepository(database);
  const shared = { database, endpoints, deliveries, clock, ids };
  const service = new WebhooksService({ ...shared, cipher, checkUrl: outbound.checkUrl });
  return {
    routes: createWebhooksRoutes({ webhooks: service, deliveries: new WebhookDeliveriesService(shared) }),
    lookups: { webhook: createIdLookup('webhook', ({ tenantId }, id) => endpoints.exists(tenantId, id)) },
    tasks: [defineTask('webhooks.sweep', 3600, (signal) => sweepDeliveries(database, clock.now(), { signal }))],
    metricSources: measures.sources,
    /** Sends webhooks from this process. */
    startDeliveries: () =>
      startDeliveryEngine({
        ...{ database, databaseUrl, clock, ids, logger, cipher, tracing, measures },
        schedule: retrySchedule,
        client: outbound.webhooks,
      }),
  };
}
