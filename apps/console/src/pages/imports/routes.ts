import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const importRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/imports',
    component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
  }),
] as const;
