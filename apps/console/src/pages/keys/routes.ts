import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const keyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/keys',
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/keys/$id',
    component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
  }),
] as const;
