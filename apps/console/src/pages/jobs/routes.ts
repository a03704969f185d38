import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const jobRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/jobs/$jobId',
    component: lazyRouteComponent(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
  }),
] as const;
