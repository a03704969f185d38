import { z } from 'zod';
import { noSearch, oneOf, page, pageNumber, text } from '../../page-route.ts';

export const readinesses = ['ready', 'not ready'] as const;
export const channelTabs = ['readiness', 'products', 'mapping', 'settings'] as const;

/** `page`, `ready` and `sku` apply to the products. */
const ChannelSearchSchema = z.object({
  tab: oneOf(channelTabs),
  page: pageNumber,
  ready: oneOf(readinesses),
  /** The product whose content is shown. */
  sku: text,
});

export const channelRoutes = [
  page('/channels', noSearch, async () => (await import('./channels-page.tsx')).ChannelsPage),
  page('/channels/new', noSearch, async () => (await import('./new-channel-page.tsx')).NewChannelPage),
  page('/channels/$id', ChannelSearchSchema, async () => (await import('./channel-page.tsx')).ChannelPage),
] as const;
