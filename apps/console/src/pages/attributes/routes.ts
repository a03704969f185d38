import { attributeTypes } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const AttributesSearchSchema = z.object({
  type: z.enum(attributeTypes).optional().catch(undefined),
  group: z.string().optional().catch(undefined),
});

export const attributeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/attributes',
    validateSearch: AttributesSearchSchema,
    component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'AttributesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/attributes/$idOrCode',
    component: lazyRouteComponent(() => import('./attribute-page.tsx'), 'AttributePage'),
  }),
] as const;
