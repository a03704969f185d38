import { jobStatuses, jobTypes } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const page = z.coerce.number().int().positive().optional().catch(undefined);

const JobListSearchSchema = z.object({
  type: z.enum(jobTypes).optional().catch(undefined),
  status: z.enum(jobStatuses).optional().catch(undefined),
  page,
});

/** `page` applies to the row errors. */
const JobSearchSchema = z.object({ page });

export const jobRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/jobs',
    validateSearch: JobListSearchSchema,
    component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/jobs/$jobId',
    validateSearch: JobSearchSchema,
    component: lazyRouteComponent(() => import('./job-page.tsx'), 'JobPage'),
  }),
] as const;
