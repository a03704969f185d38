import { requestMethods, requestSources } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

/** The status filters of the request log for each outcome. */
export const outcomes = {
  succeeded: ['2xx', '3xx'],
  refused: ['4xx'],
  failed: ['5xx'],
  'refused or failed': ['4xx', '5xx'],
};

export type Outcome = keyof typeof outcomes;

const text = z.string().optional().catch(undefined);

const RequestsSearchSchema = z.object({
  outcome: z
    .enum(Object.keys(outcomes) as Outcome[])
    .optional()
    .catch(undefined),
  method: z.enum(requestMethods).optional().catch(undefined),
  source: z.enum(requestSources).optional().catch(undefined),
  operation: text,
  key: text,
  id: text,
  cursor: text,
});

export const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    validateSearch: RequestsSearchSchema,
    component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/$requestId',
    component: lazyRouteComponent(() => import('./request-page.tsx'), 'RequestPage'),
  }),
] as const;
