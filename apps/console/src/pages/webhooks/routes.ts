import { deliveryStatuses } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const EndpointSearchSchema = z.object({
  page: z.coerce.number().int().positive().optional().catch(undefined),
  status: z.enum(deliveryStatuses).optional().catch(undefined),
});

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/webhooks/$id',
    validateSearch: EndpointSearchSchema,
    component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/webhooks/$id/deliveries/$deliveryId',
    component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const;
