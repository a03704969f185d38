import { eventTypes } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const EventsSearchSchema = z.object({
  type: z.enum(eventTypes).optional().catch(undefined),
  event: z.string().optional().catch(undefined),
});

export const eventRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/events',
    validateSearch: EventsSearchSchema,
    component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
  }),
] as const;
