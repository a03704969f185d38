import type { Client } from './client-types.ts';
import { each, pages } from './paging/pages.ts';
import type { CallRequest } from './requests/build-request.ts';
import { type CallSettings, call } from './requests/call.ts';
import type { Hooks } from './requests/hooks.ts';
import { ApiRequestError } from './responses/api-request-error.ts';
import { type ReadError, readError } from './responses/read-error.ts';
import { defaultRetry, type RetryOptions } from './retries/retry-options.ts';
import { parseRoute, type RouteTable } from './routes/route-table.ts';
import type { AppRouter } from './ts-rest.ts';

export interface ClientOptions extends Hooks {
  /** Where the contract's paths start: `https://api.example.com/api/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. A function is called before each call, for keys that are renewed. */
  readonly apiKey?: string | (() => string | Promise<string>);
  /** Header fields of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds one attempt may take. Default 30,000. */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** From 0 up to 1; spreads backoffs. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Reads the body of an error; required for a client made from routes if its API has a custom envelope. Default: the
   * envelope of the contract; without a contract, `{ error: { code, message } }` and problem details.
   */
  readonly readError?: ReadError;
}

/**
 * Typed calls without the contract at run time: its types are imported, its routes come from a table that `contract-kit
 * routes` writes. Otherwise the client is the same as that of {@link createClient}.
 *
 * @example
 * import { routes } from './routes.ts';
 * const client = createClientFromRoutes(routes, { baseUrl: 'https://api.example.com/api/v1', apiKey });
 * @throws TypeError for an invalid base address.
 */
export function createClientFromRoutes<Contract extends AppRouter>(
  routes: RouteTable<Contract>,
  options: ClientOptions,
): Client<Contract> {
  const { baseUrl, apiKey, headers = {}, timeoutMs = 30_000, retry } = options;
  if (!URL.canParse(baseUrl)) throw new TypeError(`"${baseUrl}" is not a base address such as https://host/api/v1.`);
  const settings: CallSettings = {
    baseUrl,
    readError: options.readError ?? readError,
    retryOfCode: routes.retry,
    timeoutMs,
    hooks: options,
    reported: new Set(),
    retry: { ...defaultRetry, ...retry },
    random: options.random ?? Math.random,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    fields: async () => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
      return key === undefined ? headers : { ...headers, Authorization: `Bearer ${key}` };
    },
  };
  return toCalls(routes.operations as Lines, '', settings) as Client<Contract>;
}

/** Lines of a table by name, whatever the contract. */
interface Lines {
  readonly [name: string]: string | Lines;
}

function toCalls(lines: Lines, parent: string, settings: CallSettings): object {
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => {
      const place = parent + name;
      return [
        name,
        typeof line === 'string' ? toOperation(line, place, settings) : toCalls(line, `${place}.`, settings),
      ];
    }),
  );
}

function toOperation(line: string, place: string, settings: CallSettings): object {
  const route = parseRoute(line, place);
  const run = (request: CallRequest = {}) => call(settings, route, request);
  return Object.assign(run, {
    operationId: route.operationId,
    safe: (request?: CallRequest) => toResult(run(request)),
    pages: (request: CallRequest = {}) => pages(run, request),
    each: (request: CallRequest = {}) => each(run, request),
  });
}

async function toResult(response: Promise<unknown>): Promise<object> {
  try {
    return { ok: true, response: await response };
  } catch (error) {
    if (error instanceof ApiRequestError) return { ok: false, error };
    throw error;
  }
}
