import { assetTypes } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

export const assetUses = ['unused'] as const;

const AssetsSearchSchema = z.object({
  q: z.string().optional().catch(undefined),
  type: z.enum(assetTypes).optional().catch(undefined),
  folder: z.string().optional().catch(undefined),
  use: z.enum(assetUses).optional().catch(undefined),
  cursor: z.string().optional().catch(undefined),
});

export type AssetsSearch = z.infer<typeof AssetsSearchSchema>;

export const assetRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/assets',
    validateSearch: AssetsSearchSchema,
    component: lazyRouteComponent(() => import('./assets-page.tsx'), 'AssetsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/assets/$id',
    component: lazyRouteComponent(() => import('./asset-page.tsx'), 'AssetPage'),
  }),
] as const;
