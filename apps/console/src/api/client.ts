import { type Client, createClient, isApiError } from '@contract-kit/client';
import { contract } from '@product-content/contract';

export type Api = Client<typeof contract>;

export interface ApiOptions {
  readonly key: string;
  /** Called when the server rejects the key: it is wrong, expired or revoked. */
  readonly onRefused?: () => void;
  /** Called when the key has reached its rate limit, with the milliseconds that the call waits. */
  readonly onWaiting?: (ms: number) => void;
  /** Default: the browser's. */
  readonly fetch?: typeof fetch;
}

/** The base address of the API, which also serves this page. */
export const baseUrl = new URL('.', location.href).href.replace(/\/$/, '');

/** The console only accesses the server through this client. */
export function createApi({ key, onRefused, onWaiting, fetch: send = fetch }: ApiOptions): Api {
  return createClient(contract, {
    baseUrl,
    apiKey: key,
    onRetry: ({ error, waitMs }) => {
      if (isApiError(error, 'rate_limited')) onWaiting?.(waitMs);
    },
    fetch: async (input, init) => {
      const response = await send(input, init);
      if (response.status === 401) onRefused?.();
      return response;
    },
  });
}
