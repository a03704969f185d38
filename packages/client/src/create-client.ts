import { policyOf, vocabularyOf } from '@contract-kit/http-spec';
import { ApiRequestError } from './answering/api-request-error.ts';
import type { CallRequest, ClientRoute } from './calling/build-request.ts';
import { type CallSettings, call, type RetryNotice } from './calling/call.ts';
import type { Client } from './client-types.ts';
import { each, pages } from './paging/pages.ts';
import { defaultRetry, type RetryOptions } from './retrying/retry-options.ts';
import type { AppRoute, AppRouter } from './ts-rest.ts';

export interface ClientOptions {
  /** Where the contract's paths start: `https://api.example.com/api/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. A function is asked before each call, for keys that are renewed. */
  readonly apiKey?: string | (() => string | Promise<string>);
  /** Header fields of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds one attempt may take. Default 30,000. */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Told before each further attempt. */
  readonly onRetry?: (retry: RetryNotice) => void;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** From 0 up to 1; spreads backoffs. Default `Math.random`. */
  readonly random?: () => number;
}

/**
 * Typed calls of a contract whose routes were made by `operation()`. Successes are returned with their header fields,
 * anything else is thrown as {@link ApiRequestError}.
 *
 * @example
 * const client = createClient(contract, { baseUrl: 'http://127.0.0.1:3000/api/v1', apiKey });
 * const { body, etag } = await client.todos.get({ params: { id: 'todo_1' } });
 * @throws TypeError for a base address that is none, a route without policies, or operations of different vocabularies.
 */
export function createClient<const Contract extends AppRouter>(
  contract: Contract,
  options: ClientOptions,
): Client<Contract> {
  const { baseUrl, apiKey, headers = {}, timeoutMs = 30_000, retry, onRetry = () => undefined } = options;
  if (!URL.canParse(baseUrl)) throw new TypeError(`"${baseUrl}" is no base address: it is like https://host/api/v1.`);
  const settings: CallSettings = {
    baseUrl,
    errorForm: vocabularyOf(contract),
    timeoutMs,
    onRetry,
    retry: { ...defaultRetry, ...retry },
    random: options.random ?? Math.random,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    fields: async () => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
      return key === undefined ? headers : { ...headers, Authorization: `Bearer ${key}` };
    },
  };
  return toCalls(contract, settings) as Client<Contract>;
}

function toCalls(routes: AppRouter, settings: CallSettings): object {
  return Object.fromEntries(
    Object.entries(routes).map(([name, entry]) => [
      name,
      'method' in entry ? toOperation(entry as AppRoute, settings) : toCalls(entry, settings),
    ]),
  );
}

function toOperation(route: AppRoute, settings: CallSettings): object {
  const called: ClientRoute = { method: route.method, path: route.path, policy: policyOf(route) };
  const run = (request: CallRequest = {}) => call(settings, called, request);
  return Object.assign(run, {
    operationId: called.policy.operationId,
    safe: (request?: CallRequest) => toResult(run(request)),
    pages: (request: CallRequest = {}) => pages(run, request),
    each: (request: CallRequest = {}) => each(run, request),
  });
}

async function toResult(answer: Promise<unknown>): Promise<object> {
  try {
    return { ok: true, answer: await answer };
  } catch (error) {
    if (error instanceof ApiRequestError) return { ok: false, error };
    throw error;
  }
}
