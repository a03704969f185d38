import { policyOf, vocabularyOf } from '@contract-kit/http-spec';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import { type Express, type IRouter, type RequestHandler, Router } from 'express';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';
import { parseQuery } from '../body/parse-query.ts';
import { type BodyOptions, unreadableTypes } from '../body/read-body.ts';
import { createErrorHandler } from '../errors/error-handler.ts';
import type { DescribeIssue } from '../errors/field-errors.ts';
import { needsLookup } from '../etag/check-preconditions.ts';
import type { ResourceLookup } from '../etag/resource-lookup.ts';
import type { Idempotency } from '../idempotency/index.ts';
import { type Logger, silentLogger } from '../logger.ts';
import type { BaseContext, Handlers } from './handler-types.ts';
import {
  type AnyAuthorize,
  type AnyHandler,
  createEndpoint,
  createExecution,
  type EndpointOptions,
} from './handling/endpoint.ts';
import { type CallableOperation, createOperationCaller } from './in-process/operation-caller.ts';
import { createAdmission, type RateLimitOptions } from './stages/admission.ts';
import { type CorsOptions, createCors } from './stages/cors.ts';
import { createGuard, type GuardedRoutes } from './stages/guard.ts';
import { admissionStage, bodyStage, endFailed, openStage, preconditionStage } from './stages/route-stages.ts';
import { type PathMethod, pathMethod, routesOf, type TableRow } from './stages/route-table.ts';
import { withTotalBodies } from './stages/total-bodies.ts';
import { countFailures, unmatchedStage } from './stages/unmatched.ts';

export interface MountContractOptions<Contract extends AppRouter, Extra extends object = object> {
  /** The Express application; its own ETag, `X-Powered-By` and query parser are switched off. */
  readonly app: Express;
  /** Where the contract's paths start, such as `/api/v1`. Default: at the root. */
  readonly basePath?: string;
  /** Routes made by `operation()`. */
  readonly contract: Contract;
  readonly handlers: Handlers<Contract, Extra>;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimitOptions;
  /** The policy unknown paths and methods are counted against, for callers with a key. Default `standard`. */
  readonly defaultLimit?: string;
  /** Finds records for preconditions, by the name routes give as their `resource`. */
  readonly lookups?: Readonly<Record<string, ResourceLookup>>;
  readonly body?: BodyOptions;
  /** Needed when a route accepts an Idempotency-Key. */
  readonly idempotency?: Idempotency<Caller>;
  /** What handlers find in their context beside {@link BaseContext}. */
  readonly createContext?: (base: BaseContext<Caller | null>) => Extra;
  /** Routes beside the contract, before its unknown paths are answered. */
  readonly extraRoutes?: (routes: GuardedRoutes) => void;
  /**
   * Words of your own for what validation finds wrong with a field; undefined leaves an issue to the words the library
   * has for it.
   *
   * @example
   * describeIssue: ({ code, divisor }) => (code === 'not_multiple_of' ? `Order in packs of ${divisor}.` : undefined)
   */
  readonly describeIssue?: DescribeIssue;
  readonly logger?: Logger;
  readonly generateRequestId?: () => string;
  /** Off unless given. */
  readonly cors?: CorsOptions;
  /** Take `W/"x"` in If-Match for `"x"`, for proxies that weaken tags. Default false (RFC 9110 §13.1.1). */
  readonly acceptWeakIfMatch?: boolean;
  /** Hold each answer to the contract: for tests and development. Default false. */
  readonly validateResponses?: boolean;
}

/**
 * Serves a contract on Express with every policy its routes state. A request passes: request id → authentication →
 * rate limit → scopes → body → existence and preconditions → validation → authorize → idempotency → handler.
 *
 * @example
 * mountContract({ app, contract, handlers, authenticator, rateLimit: { store, policies, addressPolicy } });
 * @throws TypeError when a route names a lookup, a limit or a media type that was not given.
 */
export function mountContract<const Contract extends AppRouter, Extra extends object = object>(
  options: MountContractOptions<Contract, Extra>,
): void {
  const { app, contract, lookups = {}, body = {}, logger = silentLogger, describeIssue } = options;
  const table = routesOf(contract);
  for (const row of table) assertServable(row, options as Requirements);
  const admission = createAdmission(options.authenticator, options.rateLimit, options.defaultLimit ?? standardLimit);
  const cors = options.cors === undefined ? null : createCors(options.cors);
  app.disable('x-powered-by').disable('etag').set('query parser', parseQuery);

  const router = Router({ caseSensitive: true, strict: false, mergeParams: false });
  router.use(openStage(options.generateRequestId, cors));
  const acceptWeakIfMatch = options.acceptWeakIfMatch ?? false;
  const operations = createOperations(contract, options);
  const callOperation = createOperationCaller({ operations, lookups, acceptWeakIfMatch, body, describeIssue });
  const paths: PathMethod[] = [...table];
  options.extraRoutes?.({
    router,
    guard: createGuard(admission),
    announce: (method, path) => void paths.push(pathMethod(method, path)),
    callOperation,
  });
  createExpressEndpoints(withTotalBodies(contract), toImplementation(contract, operations), router as IRouter, {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: false,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
    globalMiddleware: [
      admissionStage(admission),
      bodyStage(body, logger),
      preconditionStage(lookups, { acceptWeakIfMatch }),
    ] as RequestHandler[] as never,
  });
  router.use(endFailed());
  router.use(unmatchedStage(paths, admission, cors));
  router.use(countFailures(admission));
  router.use(createErrorHandler({ logger, vocabulary: vocabularyOf(contract), describeIssue }));
  app.use(options.basePath ?? '/', router);
}

/** The limit of operations that name none. */
const standardLimit = 'standard';

/** ts-rest's name for the tree of implementations; it does not export it. */
type Implementation<Contract extends AppRouter> = Parameters<typeof createExpressEndpoints<Contract>>[1];

/** Every route with its handler, by operation id. */
function createOperations<Contract extends AppRouter, Extra extends object>(
  contract: Contract,
  options: MountContractOptions<Contract, Extra>,
): ReadonlyMap<string, CallableOperation> {
  const endpointOptions: EndpointOptions = {
    idempotency: options.idempotency,
    createContext: options.createContext,
    validateResponses: options.validateResponses ?? false,
  };
  const rows = routesOf(contract, options.handlers);
  return new Map(
    rows.map(({ handler, ...row }) => {
      const { authorize, handle } = toAuthorizedHandler(row, handler);
      const execution = createExecution(row.route, handle, authorize, endpointOptions);
      return [row.policy.operationId, { ...row, execution }];
    }),
  );
}

/** @throws TypeError when the handler is missing, or its `authorize`, or when it has one its route does not say. */
function toAuthorizedHandler({ policy }: TableRow, handler: unknown) {
  const { operationId } = policy;
  const { authorize, handle }: Partial<Record<string, unknown>> =
    typeof handler === 'object' && handler !== null ? { ...handler } : { handle: handler };
  if (typeof handle !== 'function') throw new TypeError(`There is no handler for ${operationId}.`);
  if (policy.authorize === 'handler' && typeof authorize !== 'function') {
    throw new TypeError(`${operationId} judges its caller: its handler must be { authorize, handle }.`);
  }
  if (policy.authorize !== 'handler' && authorize !== undefined) {
    throw new TypeError(`${operationId} has an authorize its contract does not know: say authorize: 'handler' there.`);
  }
  return { authorize: (authorize ?? null) as AnyAuthorize | null, handle: handle as AnyHandler };
}

/** The contract's tree as ts-rest implementations. */
function toImplementation<Contract extends AppRouter>(
  contract: Contract,
  operations: ReadonlyMap<string, CallableOperation>,
): Implementation<Contract> {
  const convert = (routes: AppRouter): unknown =>
    Object.fromEntries(
      Object.entries(routes).map(([name, entry]) => {
        if (!isAppRoute(entry)) return [name, convert(entry)];
        const { execution } = operations.get(policyOf(entry).operationId) as CallableOperation;
        return [name, createEndpoint(execution)];
      }),
    );
  return convert(contract) as Implementation<Contract>;
}

type Requirements = Pick<
  MountContractOptions<AppRouter>,
  'defaultLimit' | 'rateLimit' | 'lookups' | 'body' | 'idempotency'
>;

function assertServable({ policy }: TableRow, options: Requirements): void {
  const fail = (problem: string): never => {
    throw new TypeError(`${policy.operationId} ${problem}`);
  };
  const types = unreadableTypes(policy, options.body ?? {});
  const missing = policy.limits.find((limit) => {
    const byAddress = policy.auth.length === 0 && limit === (options.defaultLimit ?? standardLimit);
    return !byAddress && options.rateLimit.policies[limit] === undefined;
  });
  if (missing !== undefined) fail(`is limited by "${missing}": add it to rateLimit.policies.`);
  if (types.length > 0) fail(`accepts ${types.join(', ')}: add a parser or reader to body.`);
  if (needsLookup(policy) && options.lookups?.[policy.resource as string] === undefined) {
    fail(`needs to find a "${policy.resource}": add it to lookups.`);
  }
  if (policy.idempotency === 'accepted' && options.idempotency === undefined) {
    fail('accepts an Idempotency-Key: give the option idempotency.');
  }
}
