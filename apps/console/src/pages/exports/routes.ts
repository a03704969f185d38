import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const exportRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/exports',
    component: lazyRouteComponent(() => import('./exports-page.tsx'), 'ExportsPage'),
  }),
] as const;
