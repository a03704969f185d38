import { type Client, createClient, isApiError } from '@contract-kit/client';
import { contract } from '@product-content/contract';

export type Api = Client<typeof contract>;

export interface ApiOptions {
  readonly key: string;
  /** Called when the key is refused: it is wrong, expired or revoked. */
  readonly onRefused?: () => void;
  /** Called when the rate limit of the key is used up, with the milliseconds that the call waits. */
  readonly onWaiting?: (ms: number) => void;
}

/** The base address of the API, which serves this page as well. */
export const baseUrl = new URL('.', location.href).href.replace(/\/$/, '');

/** The console has no access to the server but this client. */
export function createApi({ key, onRefused, onWaiting }: ApiOptions): Api {
  return createClient(contract, {
    baseUrl,
    apiKey: key,
    onRetry: ({ error, waitMs }) => {
      if (isApiError(error, 'rate_limited')) onWaiting?.(waitMs);
    },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 401) onRefused?.();
      return response;
    },
  });
}
