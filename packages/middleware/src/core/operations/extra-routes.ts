import type { RoutePolicy } from '@contract-kit/http-spec';
import type { ApiKeyCaller, Caller } from '../../auth/caller.ts';
import type { ParsedQuery } from '../../body/parse-query.ts';
import type { HandlerResult } from '../../handler-result.ts';
import type { ApiRequest } from '../../request.ts';
import type { TimeSource } from '../../time-source.ts';
import type { Api } from '../api.ts';
import { callOperation, type OperationCall } from './call-operation.ts';
import { schemesOf } from './contract-routes.ts';
import { type Operation, templateOf } from './operation.ts';

/** The arguments of the handler of an {@link ExtraRoute}. */
export interface ExtraRouteArgs<C extends Caller = ApiKeyCaller> {
  /** The request, with its body unread: see `readJsonBody`. */
  readonly request: ApiRequest;
  readonly requestId: string;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: ParsedQuery;
  /** Null on routes with `auth: 'none'`. */
  readonly caller: C | null;
  /** The clock of the API. */
  readonly clock: Pick<TimeSource, 'nowMs'>;
  /** Runs an operation of the contract as this caller. It is not counted again. */
  readonly callOperation: (call: OperationCall) => Promise<HandlerResult>;
}

/**
 * A route outside the contract: an MCP server, a page, a feed. It has the policies stated here, and its errors and
 * headers are those of operations.
 *
 * @example
 * const health: ExtraRoute = {
 *   method: 'GET', path: '/health', auth: 'none',
 *   handle: async () => ({ status: 200, body: { status: 'ok' } }),
 * };
 */
export interface ExtraRoute<C extends Caller = ApiKeyCaller> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base path: `/pages/:name`. */
  readonly path: string;
  /**
   * The scheme that authenticates the caller, or several of which one is enough; `none`: anyone may call. Default: any
   * scheme of the API.
   */
  readonly auth?: string | readonly string[];
  readonly scopes?: readonly string[];
  /** The rate limit requests count against, or several that must all admit a request. Default: the default limit. */
  readonly limit?: string | readonly string[];
  /** Whether parts of a file may be requested. Default false. */
  readonly ranges?: boolean;
  readonly handle: (args: ExtraRouteArgs<C>) => Promise<HandlerResult>;
}

/** @throws TypeError when it names an authentication scheme that does not exist. */
export function toExtraOperation({ method, path, handle, ...stated }: ExtraRoute<Caller>, api: Api): Operation {
  const { auth = api.schemes.map(({ name }) => name), limit = api.limits.defaultLimits } = stated;
  const policy: RoutePolicy = {
    operationId: `${method} ${path}`,
    auth: auth === 'none' ? [] : listOf(auth),
    scopes: stated.scopes ?? [],
    limits: listOf(limit),
    idempotency: 'none',
    entityTag: 'none',
    ...(stated.ranges === true && { ranges: true }),
    resource: null,
    missing: 'not_found',
    bodyLimit: null,
    bodyTypes: [],
    errors: [],
  };
  return {
    method,
    path,
    route: templateOf(api.basePath + path),
    policy,
    announceDeprecation: null,
    deprecatedFields: [],
    schemes: schemesOf(policy, api.schemes),
    schemas: {},
    contentTypes: new Map(),
    authorize: null,
    prepare: (exchange) => () => {
      const { request, requestId, params, query, caller } = exchange;
      const call = (called: OperationCall) => callOperation(api, called, exchange);
      return handle({ request, requestId, params, query, caller, clock: api.clock, callOperation: call });
    },
  };
}

function listOf(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}
