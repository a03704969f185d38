import type { ServerResponse } from 'node:http';
import { ApiError, type ErrorForm } from '@contract-kit/http-spec';
import { createExpressEndpoints } from '@ts-rest/express';
import type { ErrorRequestHandler, Express, IRouter, Request, RequestHandler } from 'express';
import type { ApiKeyCaller, Caller } from '../auth/caller.ts';
import { type AnyOptions, type Api, type ApiOptions, createApiOf } from '../core/api.ts';
import { type ContractRoute, implementedRoutesOf } from '../core/operations/contract-routes.ts';
import type { AppRoute, AppRouter } from '../core/ts-rest.ts';
import { toErrorResponse } from '../errors/error-response.ts';
import { type Logger, silentLogger } from '../logger.ts';
import { splitTarget } from '../request.ts';
import { createRequestId } from '../request-id/request-id.ts';
import type { ApiResponse } from '../response.ts';
import { isBelow, NodeRequest, serveNode } from './node.ts';

export type MountContractOptions<
  Contract extends AppRouter,
  Extra extends object = object,
  C extends Caller = ApiKeyCaller,
> = ApiOptions<Contract, Extra, C> & {
  /** The Express application; it handles requests outside the base path. */
  readonly app: Express;
};

/**
 * Serves a contract on Express with all policies of its operations.
 *
 * @example
 * mountContract({ app, contract, handlers, auth: { apiKey }, rateLimit: { store, policies, addressPolicy } });
 * @returns the API, for calls within the process.
 * @throws TypeError when an operation names a scheme, a lookup, a limit or a media type that was not given.
 */
export function mountContract<
  const Contract extends AppRouter,
  Extra extends object = object,
  C extends Caller = ApiKeyCaller,
>({ app, ...options }: MountContractOptions<Contract, Extra, C>): Api {
  const given = options as unknown as AnyOptions;
  const api = createApiOf(given, recordRoutes(given.contract, given.handlers));
  app.use(serveBelow(api));
  return api;
}

function serveBelow(api: Api): RequestHandler {
  return function serveContract(req, res, next) {
    if (!isBelow(api, req.url)) return next();
    // Express sets it before any middleware.
    res.removeHeader('X-Powered-By');
    serveNode(api, new ExpressRequest({ req, res }), res, setHead);
  };
}

/** Field by field, so that middleware such as an access log can read them. */
function setHead(res: ServerResponse, { status, headers }: ApiResponse): void {
  for (const [name, value] of headers) res.setHeader(name, value);
  res.statusCode = status;
}

/** Express knows the client address: its setting `trust proxy` names trusted proxies. */
class ExpressRequest extends NodeRequest {
  override get peerAddress(): string | undefined {
    return (this.raw.req as Request).ip;
  }
}

/**
 * The routes of a contract as ts-rest registers them on a router. The core uses its own route table instead of the
 * router.
 */
function recordRoutes(contract: AppRouter, handlers: unknown): ContractRoute[] {
  const implemented = implementedRoutesOf(contract, handlers);
  const recorded: ContractRoute[] = [];
  /** ts-rest's first handler of a route stores the route on the request. */
  const record = (
    _path: string,
    storeRoute: (req: { tsRestRoute?: AppRoute }, res: null, next: () => void) => void,
  ) => {
    const request: { tsRestRoute?: AppRoute } = {};
    storeRoute(request, null, () => undefined);
    recorded.push(...implemented.filter(({ route }) => route === request.tsRestRoute));
  };
  const router = { get: record, post: record, put: record, patch: record, delete: record, use: () => undefined };
  const unused = () => Promise.reject(new Error('The core calls handlers.'));
  const toImplementation = (routes: AppRouter): object =>
    Object.fromEntries(
      Object.entries(routes).map(([name, entry]) => [
        name,
        implemented.some(({ route }) => route === entry) ? unused : toImplementation(entry as AppRouter),
      ]),
    );
  createExpressEndpoints(contract, toImplementation(contract) as never, router as unknown as IRouter, {
    logInitialization: false,
  });
  return recorded;
}

export interface ErrorHandlerOptions {
  readonly logger?: Logger;
  /**
   * The vocabulary of the contract, which defines error bodies. Default: the standard codes in the standard envelope.
   */
  readonly vocabulary?: ErrorForm;
}

/**
 * The last middleware of an application with routes outside the contract: their errors, and unknown paths, get the same
 * error responses as operations. Internal errors are logged under the request id.
 *
 * @example
 * app.use(createErrorHandler({ logger }));
 */
export function createErrorHandler({
  logger = silentLogger,
  vocabulary,
}: ErrorHandlerOptions = {}): ErrorRequestHandler {
  // Express recognizes error handlers by their four parameters.
  return function handleError(thrown: unknown, req, res, _next): void {
    const requestId = createRequestId();
    const { status, fields, body, isExpected } = toErrorResponse(asRefused(thrown), requestId, vocabulary);
    if (!isExpected) {
      const cause = thrown instanceof Error ? thrown.cause : undefined;
      const { path } = splitTarget(req.originalUrl);
      logger.error({ requestId, method: req.method, path, err: thrown, cause }, 'request failed');
    }
    if (res.headersSent) {
      // A partial response cannot be replaced; closing the connection tells the client that it is incomplete.
      res.destroy();
      return;
    }
    res.statusCode = status;
    for (const [name, value] of [['X-Request-Id', requestId], ...fields] as const) res.setHeader(name, value);
    res.end(body);
  };
}

/** Express's router throws a URIError with a status for a path with malformed percent-encoding. */
function asRefused(thrown: unknown): unknown {
  if (!(thrown instanceof URIError && 'status' in thrown && thrown.status === 400)) return thrown;
  return new ApiError('bad_request', 'The path has malformed percent-encoding.', { cause: thrown });
}
