import {
  type AuthScheme,
  type ErrorDefinition,
  policyOf,
  type RateLimitPolicy,
  type RoutePolicy,
  routesOf,
  vocabularyKey,
  vocabularyOf,
} from '@contract-kit/http-spec';
import type { AppRoute, AppRouter } from './ts-rest.ts';

/** An operation as one release promised it; its schemas are in the OpenAPI document of that release. */
export interface OperationSnapshot {
  readonly method: string;
  readonly path: string;
  readonly policy: Omit<RoutePolicy, 'operationId' | typeof vocabularyKey>;
}

/** What an OpenAPI document cannot say of a contract: its policies. Plain JSON, to be kept with a release. */
export interface PolicySnapshot {
  /** Version of the API, as in the OpenAPI document. */
  readonly version: string;
  /** The schemas of their details are in the OpenAPI document. */
  readonly errors: Readonly<Record<string, Omit<ErrorDefinition, 'details'>>>;
  readonly authSchemes: Readonly<Record<string, AuthScheme>>;
  /** Absent where the contract states none. */
  readonly rateLimits?: Readonly<Record<string, RateLimitPolicy>>;
  /** Meanings by scope. Absent where the contract states none. */
  readonly scopes?: Readonly<Record<string, string>>;
  /** By operation id, in the order of the contract. */
  readonly operations: Readonly<Record<string, OperationSnapshot>>;
}

/**
 * Records the policies of a contract, so that a later contract can be compared with it.
 *
 * @param version of the API.
 * @throws TypeError naming a route that has no policy.
 * @example
 * const snapshot = createPolicySnapshot(contract, '1.0.0');
 * await writeFile('releases/1.0.0/contract.json', toCanonicalJson(snapshot));
 */
export function createPolicySnapshot(contract: AppRouter, version: string): PolicySnapshot {
  const { errors, authSchemes, limits, scopes } = vocabularyOf(contract);
  const operations = routesOf<AppRoute>(contract).map((route) => {
    const { operationId, [vocabularyKey]: _, ...policy } = policyOf(route);
    return [operationId, { method: route.method, path: route.path, policy }] as const;
  });
  const codes = Object.entries(errors).map(([code, { details: _, ...definition }]) => [code, definition]);
  return {
    version,
    errors: Object.fromEntries(codes),
    authSchemes,
    ...(limits !== undefined && { rateLimits: limits }),
    ...(scopes !== undefined && { scopes }),
    operations: Object.fromEntries(operations),
  };
}
