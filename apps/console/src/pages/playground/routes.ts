import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { operationIds } from '../../api/operations.ts';
import { rootRoute } from '../../root-route.ts';

const text = z.string().optional().catch(undefined);

/** A request as a person has filled it in: parameter values, and the body as JSON. */
const PlaygroundSearchSchema = z.object({
  operation: z.enum(operationIds).optional().catch(undefined),
  params: text,
  query: text,
  body: text,
});

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    validateSearch: PlaygroundSearchSchema,
    component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
  }),
] as const;
