import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

const CategoriesSearchSchema = z.object({ q: z.string().optional().catch(undefined) });

export const categoryRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/categories',
    validateSearch: CategoriesSearchSchema,
    component: lazyRouteComponent(() => import('./categories-page.tsx'), 'CategoriesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/categories/$idOrCode',
    component: lazyRouteComponent(() => import('./category-page.tsx'), 'CategoryPage'),
  }),
] as const;
