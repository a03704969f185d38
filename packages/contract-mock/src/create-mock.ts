import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Caller,
  createApi,
  createCursorCodec,
  createIdempotency,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type Handlers,
  silentLogger,
  systemTime,
  type TimeSource,
} from '@contract-kit/middleware';
import { createFetchHandler, type FetchHost } from '@contract-kit/middleware/fetch';
import { handlersOf, limitsOf, lookupsOf, requestIdsOf, scopesOf } from './api-parts.ts';
import { acceptCredentials } from './auth/accept-credentials.ts';
import { collectionsOf, stepsOf } from './contract/collections.ts';
import { toServedContract } from './contract/served-contract.ts';
import type { AppRouter } from './contract/ts-rest.ts';
import type { RouteFacts } from './handlers/call.ts';
import { deriveHandler, type HandlerTools } from './handlers/derive-handler.ts';
import { Documents } from './handlers/document.ts';
import { maxLatencyMs, preferencesOf } from './handlers/preferred-outcome.ts';
import type { MockOptions } from './options.ts';
import { toPlainError } from './plain-errors.ts';
import { readBodies } from './read-bodies.ts';
import { State } from './records/state.ts';
import { Deliveries, endpointDetailsOf, isEndpointCollection } from './webhooks/deliveries.ts';

/** A server made from a contract, in this process. */
export interface Mock {
  /** Serves a request. It does not depend on `this`: `new Hono().all('*', (c) => mock.fetch(c.req.raw))`. */
  readonly fetch: (request: Request, host?: FetchHost) => Promise<Response>;
  /** Resolves when the webhooks of the requests so far have been delivered, or have failed. */
  readonly settled: () => Promise<void>;
  /**
   * The keys that exist for a path such as `/files/:file`, which no operation creates or lists.
   *
   * @param path up to the parameter, which is the only one.
   * @param tenantId whose records; null: those that can be seen without a credential.
   * @throws TypeError for a path that no route begins with.
   */
  readonly keysOf: (path: string, tenantId?: string | null) => readonly string[];
}

/**
 * Serves a contract without an implementation: the pipeline of `@contract-kit/middleware` on stores in memory, with
 * handlers derived from its operations. Records that are created can be read, listed, changed and deleted; other
 * operations respond with values of their schemas. Routes that were not made by `operation()` are served as well.
 *
 * `Prefer: code=409` selects a declared outcome by its status or error code; `Prefer: latency=200` for a delay in
 * milliseconds, 10,000 at most.
 *
 * @example
 * const mock = createMock(contract, { seed: 7 });
 * const response = await mock.fetch(new Request('http://mock/todos', { headers: { 'X-API-Key': 'any' } }));
 * @throws TypeError for options that contradict the contract, and schemas without generatable values.
 * @throws RangeError for a latency that is not 0 to 10,000 ms.
 */
export function createMock(contract: AppRouter, options: MockOptions = {}): Mock {
  const { seed = 1, records = 3, basePath = '', now, logger = silentLogger, webhooks = {}, latencyMs = 0 } = options;
  if (!(latencyMs >= 0 && latencyMs <= maxLatencyMs)) throw new RangeError('latencyMs must be 0 to 10,000.');
  const { routes, vocabulary, contract: served } = toServedContract(contract);
  const collections = collectionsOf(routes);
  const deliveries = new Deliveries({ seed, webhooks, logger, now: now ?? Date.now });
  const state: State = new State({
    seed,
    records,
    now,
    withDetails: (collection, text) => (isEndpointCollection(collection) ? endpointDetailsOf(text) : {}),
    onChange: (change) => deliveries.follow(change, state),
  });
  const facts = new Map(
    routes.map((route): [string, RouteFacts] => {
      return [route.id, { route, collections, state, basePath, steps: stepsOf(route.path, collections) }];
    }),
  );
  const tools: HandlerTools = {
    deliveries,
    vocabulary,
    documents: new Documents(),
    cursors: createCursorCodec({ secret: createHash('sha256').update(`cursors ${seed}`).digest() }),
  };
  const clock: TimeSource = now === undefined ? systemTime : { nowMs: now, monotonicMs: now };
  const operationOf = new WeakMap<Request, string>();
  const api = createApi<AppRouter, object, Caller>({
    basePath,
    contract: served,
    handlers: handlersOf(served, (id) => deriveHandler(facts.get(id) as RouteFacts, tools)) as Handlers<
      AppRouter,
      object,
      Caller
    >,
    auth: acceptCredentials(vocabulary, { keys: options.keys, allScopes: scopesOf(routes, vocabulary) }),
    rateLimit: { ...limitsOf(routes, vocabulary, options.limits), store: createMemoryRateLimitStore({ clock }) },
    clock,
    lookups: lookupsOf(facts),
    body: readBodies(routes),
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore({ clock }) }),
    logger,
    generateRequestId: requestIdsOf(seed),
    cors: { origins: '*', requestHeaders: ['Prefer'] },
    validateResponses: true,
    observer: {
      onResponse: ({ request, operation }) => {
        if (operation !== null) operationOf.set(request.raw as Request, operation.operationId);
      },
    },
  });
  const serve = createFetchHandler(api);
  return {
    async fetch(request, host) {
      const requestedMs = Number(preferencesOf(request.headers.get('prefer') ?? undefined).get('latency') ?? latencyMs);
      if (requestedMs > 0) await delay(Math.min(requestedMs, maxLatencyMs));
      const response = await serve(request, host);
      const route = facts.get(operationOf.get(request) ?? '')?.route;
      if (route?.isPlain !== true || response.status < 400) return response;
      return toPlainError(route, response, { state, envelope: vocabulary.envelope });
    },
    settled: () => deliveries.settled(),
    keysOf(path, tenantId = null) {
      const collection = collections.find(({ template }) => template === path);
      if (collection === undefined) throw new TypeError(`No route starts with ${path}.`);
      return state.list(collection, collection.path, tenantId).map(({ key }) => key);
    },
  };
}
