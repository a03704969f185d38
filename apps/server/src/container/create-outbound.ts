import { limits } from '@product-content/contract';
import type { Config } from '../config/index.ts';
import {
  createOutboundClient,
  createOutboundResolver,
  createUrlCheck,
  type OutboundClientOptions,
} from '../outbound/index.ts';

export type ClientOptions = Omit<OutboundClientOptions, 'allowPrivate' | 'resolve'>;
export type Outbound = ReturnType<typeof createOutbound>;

const { timeoutMs, redirects } = limits.assetDownload;

/** What the senders of requests differ by. */
export const clientOptions = {
  webhooks: { timeoutMs: 10_000, keepAlive: true },
  /** Files of assets, and images of exports. */
  downloads: { timeoutMs, maxRedirects: redirects, keepAlive: true },
  /** Batches of `http` channels. */
  channels: { timeoutMs: 30_000 },
} as const satisfies Readonly<Record<string, ClientOptions>>;

/** How requests reach addresses that callers name. */
export function createOutbound({ webhookAllowPrivate: allowPrivate }: Pick<Config, 'webhookAllowPrivate'>) {
  const resolve = createOutboundResolver({ allowPrivate });
  const createClient = (options: ClientOptions) => createOutboundClient({ allowPrivate, resolve, ...options });
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
