import { type Client, createClient, isApiError, type RetryOptions } from '@contract-kit/client';
import { contract } from '@product-content/contract';

/** The calls of the public API. */
export type ApiClient = Client<typeof contract>;

export interface ApiClientOptions {
  /** Base address with `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Default: as patient as a program that nobody waits for can be. */
  readonly retry?: RetryOptions;
  /** Called before each wait, with its cause. */
  readonly onWait?: (ms: number, cause: string) => void;
}

/** Milliseconds until a request without a response is sent again: a bulk request of 500 products may take a while. */
const timeoutMs = 120_000;

const patience: RetryOptions = { attempts: 8, maxWaitMs: 10 * 60_000, connectionErrors: true };

/** A client of the API that waits as the server asks, and repeats what can be repeated. */
export function createApiClient({ baseUrl, key, retry, onWait = () => {} }: ApiClientOptions): ApiClient {
  return createClient(contract, {
    baseUrl,
    apiKey: key,
    timeoutMs,
    retry: { ...patience, ...retry },
    onRetry: ({ waitMs, error }) => onWait(waitMs, isApiError(error) ? error.code : error.message),
    // A redirect to another host loses the key, and one of a POST may arrive as a GET.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
  });
}
