import {
  assertSuccessors,
  defaultLimitOf,
  type ErrorForm,
  findVocabulary,
  policyOf,
  type RoutePolicy,
} from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import type { Authenticator, NamedScheme } from '../auth/authenticator.ts';
import type { ApiKeyCaller, Caller } from '../auth/caller.ts';
import { type BodyOptions, unreadableTypes } from '../body/read-body.ts';
import type { DescribeIssue } from '../errors/field-errors.ts';
import { needsLookup } from '../etag/check-preconditions.ts';
import type { Lookup } from '../etag/resource-lookup.ts';
import type { Idempotency } from '../idempotency/index.ts';
import { type Logger, silentLogger } from '../logger.ts';
import { systemTime, type TimeSource } from '../time-source.ts';
import { type Cors, type CorsOptions, createCors } from './cors.ts';
import type { BaseContext, Handlers } from './handlers/handler-types.ts';
import type { Observer } from './observer.ts';
import { type ContractRoute, implementedRoutesOf, toOperation } from './operations/contract-routes.ts';
import { type ExtraRoute, toExtraOperation } from './operations/extra-routes.ts';
import type { Operation } from './operations/operation.ts';
import type { UndeclaredFields } from './responses/keep-declared.ts';
import { RouteTable } from './route-table.ts';
import { createRateLimits, type RateLimitOptions, type RateLimits } from './stages/count.ts';
import type { AppRouter } from './ts-rest.ts';

interface Options<Contract extends AppRouter, Extra extends object, C extends Caller> {
  /** Where the contract's paths start, such as `/api/v1`. Default: at the root. */
  readonly basePath?: string;
  /** Routes made by `operation()`. */
  readonly contract: Contract;
  readonly handlers: Handlers<Contract, Extra, C>;
  /** How callers authenticate, by the names operations refer to. */
  readonly auth: Readonly<Record<string, Authenticator<C>>>;
  readonly rateLimit: RateLimitOptions<C>;
  /**
   * The policy unknown paths and methods are counted against, for known callers. Default: the first limit of the
   * contract's vocabulary, `standard` where that names none.
   */
  readonly defaultLimit?: string;
  /** Finds records for preconditions, by the `resource` of operations. */
  readonly lookups?: Readonly<Record<string, Lookup<C>>>;
  readonly body?: BodyOptions;
  /** Needed when an operation accepts an Idempotency-Key. */
  readonly idempotency?: Idempotency<C>;
  /**
   * Extends the {@link BaseContext} of handlers, given the request, its caller and its operation. It runs after
   * validation, for replays too.
   */
  readonly createContext?: (base: BaseContext<C | null>) => Extra | Promise<Extra>;
  /** Routes outside the contract, below the same base path and with the same kinds of policies. */
  readonly extraRoutes?: readonly ExtraRoute<C>[];
  /**
   * Custom messages for validation issues; undefined keeps the message of the library.
   *
   * @example
   * describeIssue: ({ code, divisor }) => (code === 'not_multiple_of' ? `Order in packs of ${divisor}.` : undefined)
   */
  readonly describeIssue?: DescribeIssue;
  /** The time of sunsets and of `X-RateLimit-Reset`. Default: the system's. */
  readonly clock?: Pick<TimeSource, 'nowMs'>;
  readonly logger?: Logger;
  readonly observer?: Observer;
  readonly generateRequestId?: () => string;
  /** Off unless given. */
  readonly cors?: CorsOptions;
  /** Accepts `W/"x"` in If-Match as `"x"`, for proxies that weaken tags. Default false (RFC 9110 §13.1.1). */
  readonly acceptWeakIfMatch?: boolean;
  /**
   * What happens to undeclared fields in a response. `strip` (default): they are removed. `refuse`: such a response
   * becomes a logged 500. Both validate each JSON body; any other mismatch with its schema becomes a logged 500.
   * `trust`: bodies are sent as handlers return them, at no cost. Text that is already rendered (`preRendered`) is
   * always trusted.
   */
  readonly responses?: UndeclaredFields | 'trust';
  /**
   * Checks every response against the contract, including pre-rendered text and error codes: for tests and development.
   */
  readonly validateResponses?: boolean;
}

/** The options of an API. `createContext` is required if handlers expect more than {@link BaseContext}. */
export type ApiOptions<
  Contract extends AppRouter,
  Extra extends object = object,
  C extends Caller = ApiKeyCaller,
> = Options<Contract, Extra, C> & (object extends Extra ? unknown : { readonly createContext: unknown });

/** A contract with its handlers and policies, for an adapter: `createNodeListener(api)`, `createFetchHandler(api)`. */
export interface Api {
  /** Without a slash at its end; empty at the root. */
  readonly basePath: string;
  /** By method and whole path. */
  readonly routes: RouteTable<Operation>;
  /** The operations of the contract, by operation id. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** All ways to authenticate. */
  readonly schemes: readonly NamedScheme[];
  /** The header fields they read, which responses vary by. */
  readonly credentialHeaders: readonly string[];
  /** `credentialHeaders` as a value of `Vary`. */
  readonly vary: string;
  readonly limits: RateLimits;
  readonly lookups: Readonly<Record<string, Lookup>>;
  readonly acceptWeakIfMatch: boolean;
  readonly body: BodyOptions;
  readonly idempotency: Idempotency | undefined;
  /** The error codes, and the form of error bodies. */
  readonly vocabulary: ErrorForm;
  readonly describeIssue: DescribeIssue | undefined;
  readonly clock: Pick<TimeSource, 'nowMs'>;
  readonly cors: Cors | null;
  readonly logger: Logger;
  readonly observer: Observer | undefined;
  readonly generateRequestId: (() => string) | undefined;
}

/**
 * Combines a contract, its handlers and the implementations of its policies.
 *
 * @example
 * const api = createApi({ contract, handlers, auth: { apiKey }, rateLimit: { store, policies, addressPolicy } });
 * @throws TypeError when an operation names a scheme, a lookup, a limit or a media type that was not given, or a
 * successor that the contract does not have.
 */
export function createApi<
  const Contract extends AppRouter,
  Extra extends object = object,
  C extends Caller = ApiKeyCaller,
>(options: ApiOptions<Contract, Extra, C>): Api {
  return createApiOf(options as unknown as AnyOptions, implementedRoutesOf(options.contract, options.handlers));
}

/** The options without their generic types. */
export type AnyOptions = Options<AppRouter, object, Caller>;

/** @param routes those of the contract, with their handlers. */
export function createApiOf(options: AnyOptions, routes: readonly ContractRoute[]): Api {
  const { auth, extraRoutes = [], cors, clock = systemTime } = options;
  const vocabulary = findVocabulary(options.contract) ?? standardVocabulary;
  const { defaultLimit = defaultLimitOf(vocabulary) } = options;
  const schemes = Object.entries(auth).map(([name, scheme]) => ({ name, scheme }));
  const credentialHeaders = [...new Set(schemes.flatMap(({ scheme }) => scheme.reads))];
  const basePath = (options.basePath ?? '').replace(/\/$/, '');
  const limits = createRateLimits(options.rateLimit, defaultLimit, clock);
  const declaredHeaders = routes.flatMap(({ route }) => Object.keys(route.headers ?? {}));
  const policies = routes.map(({ route }) => policyOf(route));
  assertSuccessors(policies);
  const paths = new Map(routes.map(({ route }) => [policyOf(route).operationId, basePath + route.path]));
  const settings = { ...options, schemes, paths };
  const contractOperations = routes.map((route) => toOperation(route, settings));
  const api: Api = {
    basePath,
    routes: new RouteTable(),
    operations: new Map(contractOperations.map((operation) => [operation.policy.operationId, operation])),
    schemes,
    credentialHeaders,
    vary: credentialHeaders.join(', '),
    limits,
    lookups: options.lookups ?? {},
    acceptWeakIfMatch: options.acceptWeakIfMatch ?? false,
    body: options.body ?? {},
    idempotency: options.idempotency,
    vocabulary,
    describeIssue: options.describeIssue,
    clock,
    cors: cors === undefined ? null : createCors(cors, declaredHeaders),
    logger: options.logger ?? silentLogger,
    observer: options.observer,
    generateRequestId: options.generateRequestId,
  };
  const extraOperations = extraRoutes.map((route) => toExtraOperation(route, api));
  for (const operation of [...contractOperations, ...extraOperations]) {
    assertServable(operation.policy, api);
    api.routes.add(operation.method, basePath + operation.path, operation);
  }
  if (!Object.hasOwn(options.rateLimit.policies, defaultLimit))
    throw new TypeError(`There is no rate limit "${defaultLimit}": add it to rateLimit.policies.`);
  return api;
}

function assertServable(policy: RoutePolicy, { body, limits, lookups, idempotency }: Api): void {
  const fail = (problem: string): never => {
    throw new TypeError(`${policy.operationId} ${problem}`);
  };
  const types = unreadableTypes(policy, body);
  const limitProblem = limits.problemWith(policy);
  if (limitProblem !== null) fail(limitProblem);
  if (types.length > 0) fail(`accepts ${types.join(', ')}: add a parser or reader to body.`);
  if (needsLookup(policy) && lookups[policy.resource as string] === undefined) {
    fail(`needs to find a "${policy.resource}": add it to lookups.`);
  }
  if (policy.idempotency === 'accepted' && idempotency === undefined) {
    fail('accepts an Idempotency-Key: set the option idempotency.');
  }
}
