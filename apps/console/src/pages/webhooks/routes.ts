import { deliveryStatuses } from '@product-content/contract';
import { z } from 'zod';
import { noSearch, oneOf, page, pageNumber } from '../../page-route.ts';

const EndpointSearchSchema = z.object({
  page: pageNumber,
  status: oneOf(deliveryStatuses),
});

export const webhookRoutes = [
  page('/webhooks', noSearch, async () => (await import('./webhooks-page.tsx')).WebhooksPage),
  page('/webhooks/$id', EndpointSearchSchema, async () => (await import('./webhook-page.tsx')).WebhookPage),
  page(
    '/webhooks/$id/deliveries/$deliveryId',
    noSearch,
    async () => (await import('./delivery-page.tsx')).DeliveryPage,
  ),
] as const;
