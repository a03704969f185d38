import {
  type ErrorTable,
  policyOf,
  type RateLimitPolicy,
  type RoutePolicy,
  standardErrors,
} from '@contract-kit/http-spec';
import { routesOf } from './routes-of.ts';
import type { AppRouter } from './ts-rest.ts';

/** An operation as one release promised it; its schemas are in the OpenAPI document of that release. */
export interface OperationSnapshot {
  readonly method: string;
  readonly path: string;
  readonly policy: Omit<RoutePolicy, 'operationId'>;
}

/** What an OpenAPI document cannot say of a contract: its policies. Plain JSON, to be kept with a release. */
export interface PolicySnapshot {
  /** Version of the API, as in the OpenAPI document. */
  readonly version: string;
  readonly errors: ErrorTable;
  readonly rateLimits: Readonly<Record<string, RateLimitPolicy>>;
  /** Meanings by scope. */
  readonly scopes: Readonly<Record<string, string>>;
  /** By operation id, in the order of the contract. */
  readonly operations: Readonly<Record<string, OperationSnapshot>>;
}

export interface PolicySnapshotOptions {
  readonly version: string;
  /** Default `standardErrors`. */
  readonly errors?: ErrorTable;
  readonly rateLimits: Readonly<Record<string, RateLimitPolicy>>;
  readonly scopes: Readonly<Record<string, string>>;
}

/**
 * Records the policies of a contract, so that a later contract can be compared with it.
 *
 * @throws TypeError naming a route that has no policy.
 * @example
 * const snapshot = createPolicySnapshot(contract, { version: '1.0.0', rateLimits, scopes });
 * await writeFile('releases/1.0.0/contract.json', toCanonicalJson(snapshot));
 */
export function createPolicySnapshot(contract: AppRouter, options: PolicySnapshotOptions): PolicySnapshot {
  const { version, errors = standardErrors, rateLimits, scopes } = options;
  const operations = routesOf(contract).map((route) => {
    const { operationId, ...policy } = policyOf(route);
    return [operationId, { method: route.method, path: route.path, policy }] as const;
  });
  return { version, errors, rateLimits, scopes, operations: Object.fromEntries(operations) };
}
