import { contract } from '@product-content/contract';
import type { ComponentChildren } from 'preact';
import { ChannelPage } from './pages/channels/channel-page.tsx';
import { ChannelsPage } from './pages/channels/channels-page.tsx';
import { EventsPage } from './pages/events/events-page.tsx';
import { ExportsPage } from './pages/exports/exports-page.tsx';
import { JobPage } from './pages/jobs/job-page.tsx';
import { JobsPage } from './pages/jobs/jobs-page.tsx';
import { KeysPage } from './pages/keys/keys-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { ProductPage } from './pages/products/product-page.tsx';
import { ProductsPage } from './pages/products/products-page.tsx';
import { DeliveryPage } from './pages/webhooks/delivery-page.tsx';
import { WebhookPage } from './pages/webhooks/webhook-page.tsx';
import { WebhooksPage } from './pages/webhooks/webhooks-page.tsx';
import type { Route } from './route.ts';
import type { ScopedRoute } from './session/session.ts';

/** A place of the console: a list of records, and one of them. */
export interface Section {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** What is asked first: who may not call this is not shown the section. */
  readonly needs: ScopedRoute;
  readonly list: (route: Route) => ComponentChildren;
  /** @param id as it stands in the address. */
  readonly one?: (id: string, route: Route) => ComponentChildren;
}

/** In the order they are shown. */
export const sections: readonly Section[] = [
  { name: 'overview', title: 'Overview', needs: contract.meta.me, list: () => <OverviewPage /> },
  {
    name: 'products',
    title: 'Products',
    needs: contract.products.list,
    list: (route) => <ProductsPage route={route} />,
    one: (idOrSku, route) => <ProductPage key={idOrSku} idOrSku={idOrSku} route={route} />,
  },
  {
    name: 'channels',
    title: 'Channels',
    needs: contract.channels.list,
    list: () => <ChannelsPage />,
    one: (id, route) => <ChannelPage key={id} id={id} route={route} />,
  },
  { name: 'exports', title: 'Exports', needs: contract.exportProfiles.list, list: () => <ExportsPage /> },
  {
    name: 'jobs',
    title: 'Jobs',
    needs: contract.jobs.list,
    list: (route) => <JobsPage route={route} />,
    one: (jobId, route) => <JobPage key={jobId} jobId={jobId} route={route} />,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    needs: contract.webhooks.list,
    list: () => <WebhooksPage />,
    one: (id, route) => {
      const [, , list, deliveryId] = route.path;
      return list === 'deliveries' && deliveryId !== undefined ? (
        <DeliveryPage key={deliveryId} endpointId={id} deliveryId={deliveryId} />
      ) : (
        <WebhookPage key={id} id={id} route={route} />
      );
    },
  },
  {
    name: 'events',
    title: 'Events',
    needs: contract.events.list,
    list: (route) => <EventsPage route={route} />,
  },
  { name: 'keys', title: 'Keys', needs: contract.keys.list, list: () => <KeysPage /> },
];
