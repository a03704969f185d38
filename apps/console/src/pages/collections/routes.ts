import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const CollectionSearchSchema = z.object({ page: z.coerce.number().int().positive().optional().catch(undefined) });

export const collectionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/collections',
    component: lazyRouteComponent(() => import('./collections-page.tsx'), 'CollectionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/collections/$idOrCode',
    validateSearch: CollectionSearchSchema,
    component: lazyRouteComponent(() => import('./collection-page.tsx'), 'CollectionPage'),
  }),
] as const;
