import { recordTypes } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const ImportSearchSchema = z.object({
  recordType: z.enum(recordTypes).optional().catch(undefined),
  /** Id of an import profile. */
  profile: z.string().optional().catch(undefined),
});

export const importRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/imports',
    validateSearch: ImportSearchSchema,
    component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
  }),
] as const;
