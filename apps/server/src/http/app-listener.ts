import type { RequestListener } from 'node:http';
import { createMcpRoutes } from '@contract-kit/mcp';
import {
  type ApiKeyAuthenticator,
  type ApiKeyCaller,
  type BaseContext,
  combineObservers,
  createApi,
  createIdempotency,
  createMultipartReader,
  type Handlers,
  type IdempotencyStore,
  type Logger,
  type Lookup,
  type Observer,
  type RateLimitOptions,
  type UploadReceiver,
} from '@contract-kit/middleware';
import { createErrorHandler } from '@contract-kit/middleware/express';
import { createNodeListener } from '@contract-kit/middleware/node';
import { apiPrefix, limits } from '@product-content/contract';
import type { AppRouter } from '@ts-rest/core';
import express from 'express';
import { assistant } from '../features/assistant/index.ts';
import type { KeyRecord, KeyUses } from '../features/keys/index.ts';
import {
  ApiError,
  encodeId,
  type IdSource,
  noTracing,
  type RouteContext,
  type Tracing,
  withLogFields,
} from '../kernel/index.ts';
import type { Health } from './health.ts';
import { serveHealth } from './health.ts';
import { createConsolePage } from './pages/console-page.ts';
import { serveDocumentation } from './pages/documentation.ts';
import { createReferencePage } from './pages/reference-page.ts';
import { pageRoutes, redirectToPage } from './pages/serve-page.ts';

export interface AppListenerOptions<Contract extends AppRouter> {
  readonly contract: Contract;
  readonly handlers: Handlers<Contract, RouteContext>;
  /** Finds records for preconditions, by the name that routes give as their `resource`. */
  readonly lookups: Readonly<Record<string, Lookup<ApiKeyCaller>>>;
  readonly authenticator: ApiKeyAuthenticator;
  readonly keyUses: KeyUses;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly rateLimit: RateLimitOptions<ApiKeyCaller>;
  readonly idempotencyStore: IdempotencyStore;
  /** Where files of request bodies are stored. Required for a contract whose routes accept files. */
  readonly uploads?: UploadReceiver;
  readonly health: Health;
  /** Observers in addition to the server's own. */
  readonly observers?: readonly Observer[];
  /** Provides the trace ids of log lines. Default: none. */
  readonly tracing?: Pick<Tracing, 'traceId'>;
  readonly corsOrigins: readonly string[] | '*' | null;
  /** Folder of the built documentation, served at `/docs/`. */
  readonly docsSite: string | null;
  /** Check each response against the contract; for tests and development. */
  readonly validateResponses?: boolean;
}

/** Header fields of the Model Context Protocol. */
const assistantHeaders = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];

/**
 * Serves the app: the contract with its policies under {@link apiPrefix}, together with the tools of assistants, the
 * reference page and the developer console; by Express, the documentation and what describes this process.
 */
export function createAppListener<const Contract extends AppRouter>(
  options: AppListenerOptions<Contract>,
): RequestListener {
  const { contract, handlers, lookups, authenticator, keyUses, ids, logger, rateLimit, uploads, corsOrigins } = options;
  const { observers = [], tracing = noTracing } = options;
  const pages = [createReferencePage(), createConsolePage()];
  const assistants = createMcpRoutes({ ...assistant, contract, origins: corsOrigins ?? [], logger });
  const api = createApi<Contract, RouteContext>({
    basePath: apiPrefix,
    contract,
    handlers,
    lookups,
    auth: { apiKey: authenticator },
    logger,
    observer: combineObservers(...observers, nameRequests(tracing), countDeprecatedUses(keyUses)),
    rateLimit,
    // Idempotency keys belong to the workspace: any of its callers may repeat a request.
    idempotency: createIdempotency({ store: options.idempotencyStore, ttlMs: limits.idempotencyTtlMs }),
    createContext: createContextFactory(keyUses),
    generateRequestId: () => encodeId('request', ids.next()),
    body: {
      readers: uploads && { 'multipart/form-data': createMultipartReader({ receiver: uploads }) },
    },
    cors: corsOrigins === null ? undefined : { origins: corsOrigins, requestHeaders: assistantHeaders },
    extraRoutes: [...assistants, ...pages.flatMap(pageRoutes)],
    // Services return typed responses, and the test suite checks all of them against the contract.
    responses: 'trust',
    validateResponses: options.validateResponses,
  });
  const app = express().disable('x-powered-by').disable('etag');
  serveHealth(app, options.health);
  if (options.docsSite !== null) serveDocumentation(app, options.docsSite);
  for (const { path } of pages) app.get(path, redirectToPage(path, apiPrefix));
  app.use((_req, _res, next) => next(new ApiError('not_found', `The API is at ${apiPrefix}.`)));
  app.use(createErrorHandler({ logger }));
  // Express would look at each request of the API, and change its prototypes, for nothing.
  return createNodeListener(api, { otherwise: app });
}

/** Turns the authenticated caller of a request into the context of services, and records the use of its key. */
function createContextFactory(keyUses: KeyUses): (base: BaseContext<ApiKeyCaller | null>) => RouteContext {
  return ({ caller, requestId, ifMatch, ifNoneMatch }) => {
    // A route without a key does not call a service that needs a context.
    if (caller === null) return {} as RouteContext;
    const key = caller.record as KeyRecord;
    keyUses.note(key.uuid);
    const actor = { type: 'key', id: encodeId('apiKey', key.uuid), name: key.name } as const;
    return { ctx: { workspace: key.workspace, actor, source: 'api', requestId, ifMatch, ifNoneMatch } };
  };
}

/** Adds the ids of the request and of its trace to each line that is logged while it is served. */
function nameRequests(tracing: Pick<Tracing, 'traceId'>): Observer {
  return {
    around({ requestId }, serve) {
      const traceId = tracing.traceId();
      return withLogFields(traceId === undefined ? { requestId } : { requestId, traceId }, serve);
    },
  };
}

/** Counts uses of deprecated operations and fields by key. */
function countDeprecatedUses(keyUses: KeyUses): Observer {
  return {
    onDeprecatedUse({ caller, operation, deprecatedFields }) {
      if (caller === null || operation === null) return;
      const { uuid } = (caller as ApiKeyCaller).record as KeyRecord;
      if (operation.deprecated !== undefined) keyUses.noteDeprecated(uuid, operation.operationId, null);
      for (const field of deprecatedFields) keyUses.noteDeprecated(uuid, operation.operationId, field);
    },
  };
}
