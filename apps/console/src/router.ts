import { createHashHistory, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { rootRoute } from './page-route.ts';
import { assetRoutes } from './pages/assets/routes.ts';
import { attributeRoutes } from './pages/attributes/routes.ts';
import { categoryRoutes } from './pages/categories/routes.ts';
import { channelRoutes } from './pages/channels/routes.ts';
import { collectionRoutes } from './pages/collections/routes.ts';
import { eventRoutes } from './pages/events/routes.ts';
import { exportRoutes } from './pages/exports/routes.ts';
import { importRoutes } from './pages/imports/routes.ts';
import { jobRoutes } from './pages/jobs/routes.ts';
import { keyRoutes } from './pages/keys/routes.ts';
import { overviewRoutes } from './pages/overview/routes.ts';
import { playgroundRoutes } from './pages/playground/routes.ts';
import { productRoutes } from './pages/products/routes.ts';
import { requestRoutes } from './pages/requests/routes.ts';
import { webhookRoutes } from './pages/webhooks/routes.ts';

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview' });
  },
});

const routeTree = rootRoute.addChildren([
  startRoute,
  ...overviewRoutes,
  ...productRoutes,
  ...categoryRoutes,
  ...attributeRoutes,
  ...assetRoutes,
  ...collectionRoutes,
  ...channelRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...jobRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...keyRoutes,
  ...requestRoutes,
  ...playgroundRoutes,
]);

/**
 * Pages are in the hash of the address: the console works below any path of a proxy, and no log shows what a person
 * looks at.
 */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  defaultPreload: 'intent',
  // Values in the address are text: a SKU of digits stays text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
