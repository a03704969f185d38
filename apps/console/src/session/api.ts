import { type Client, createClient, isApiError } from '@contract-kit/client';
import { contract } from '@product-content/contract';

export type Api = Client<typeof contract>;

export interface ApiOptions {
  readonly key: string;
  /** Told when the key is refused: it is wrong, expired or revoked. */
  readonly onRefused?: () => void;
  /** Told that the key has no request left, and for how many milliseconds the call waits. */
  readonly onWaiting?: (ms: number) => void;
}

/** The API beside which this page lies. */
export const baseUrl = new URL('.', location.href).href.replace(/\/$/, '');

/** Calls of the public API: the console knows no other way. */
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
