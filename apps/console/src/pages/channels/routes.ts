import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

export const readinesses = ['ready', 'not ready'] as const;
export const channelTabs = ['readiness', 'products', 'mapping', 'settings'] as const;

/** `page`, `ready` and `sku` apply to the products. */
const ChannelSearchSchema = z.object({
  tab: z.enum(channelTabs).optional().catch(undefined),
  page: z.coerce.number().int().positive().optional().catch(undefined),
  ready: z.enum(readinesses).optional().catch(undefined),
  /** The product whose content is shown. */
  sku: z.string().optional().catch(undefined),
});

export const channelRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/channels',
    component: lazyRouteComponent(() => import('./channels-page.tsx'), 'ChannelsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/channels/new',
    component: lazyRouteComponent(() => import('./new-channel-page.tsx'), 'NewChannelPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/channels/$id',
    validateSearch: ChannelSearchSchema,
    component: lazyRouteComponent(() => import('./channel-page.tsx'), 'ChannelPage'),
  }),
] as const;
