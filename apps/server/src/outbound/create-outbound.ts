import { limits } from '@product-content/contract';
import { createUrlCheck } from './check-url.ts';
import { createOutboundClient, type OutboundClientOptions } from './outbound-client.ts';
import { createOutboundResolver } from './outbound-resolver.ts';

export type ClientOptions = Omit<OutboundClientOptions, 'allowPrivate' | 'resolve' | 'tracing'>;
export type Outbound = ReturnType<typeof createOutbound>;

const { timeoutMs, redirects } = limits.assetDownload;

/** The options that differ between senders of requests. */
export const clientOptions = {
  webhooks: { timeoutMs: 10_000, keepAlive: true },
  /** Files of assets, and images of exports. */
  downloads: { timeoutMs, maxRedirects: redirects, keepAlive: true },
  /** Batches of `http` channels. */
  channels: { timeoutMs: 30_000 },
} as const satisfies Readonly<Record<string, ClientOptions>>;

/** How requests reach addresses that callers provide. */
export function createOutbound({ allowPrivate, tracing }: Pick<OutboundClientOptions, 'allowPrivate' | 'tracing'>) {
  const resolve = createOutboundResolver({ allowPrivate });
  const createClient = (options: ClientOptions) =>
    createOutboundClient({ allowPrivate, resolve, ...(tracing && { tracing }), ...options });
  const clients = {
    webhooks: createClient(clientOptions.webhooks),
    downloads: createClient(clientOptions.downloads),
    channels: createClient(clientOptions.channels),
  };
  return {
    ...clients,
    checkUrl: createUrlCheck({ allowPrivate }),
    close(): void {
      for (const client of Object.values(clients)) client.close();
    },
  };
}
