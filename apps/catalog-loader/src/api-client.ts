import { type Client, createClient, isApiError, type RetryOptions } from '@contract-kit/client';
import { contract } from '@product-content/contract';

/** The operations of the public API. */
export type ApiClient = Client<typeof contract>;

export interface ApiClientOptions {
  /** Base address with `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Default: as patient as a program may be when nobody waits for it. */
  readonly retry?: RetryOptions;
  /** Called before each wait, with its cause. */
  readonly onWait?: (ms: number, cause: string) => void;
}

/** Milliseconds until a request without a response is sent again: a bulk request with 500 products may take a while. */
const timeoutMs = 120_000;

const retryDefaults: RetryOptions = { attempts: 8, maxWaitMs: 10 * 60_000, connectionErrors: true };

/** A client of the API that waits as long as the server asks, and repeats requests that can be repeated. */
export function createApiClient({ baseUrl, key, retry, onWait = () => {} }: ApiClientOptions): ApiClient {
  return createClient(contract, {
    baseUrl,
    apiKey: key,
    timeoutMs,
    retry: { ...retryDefaults, ...retry },
    onRetry: ({ waitMs, error }) => onWait(waitMs, isApiError(error) ? error.code : error.message),
    // Following a redirect to another host would drop the key, and a redirected POST may become a GET.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
  });
}
