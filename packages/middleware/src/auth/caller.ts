import { ApiError, type RoutePolicy } from '@contract-kit/http-spec';
import type { ApiKeyRecord } from './api-key-store.ts';

/** Who calls, after authentication. */
export interface Caller {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<string>;
  readonly record: ApiKeyRecord;
}

export function toCaller(record: ApiKeyRecord): Caller {
  return { keyId: record.id, tenantId: record.tenantId, scopes: new Set(record.scopes), record };
}

/** True when a caller has every scope that is needed, and one of those taken in exchange. */
export function hasScopes(caller: Caller, { scopes, anyScopes }: Pick<RoutePolicy, 'scopes' | 'anyScopes'>): boolean {
  const has = (scope: string) => caller.scopes.has(scope);
  return scopes.every(has) && (anyScopes === undefined || anyScopes.some(has));
}

/**
 * Checks that a caller has every scope a route needs, and one of those it takes in exchange.
 *
 * @throws ApiError `forbidden`, naming the scopes that are missing.
 */
export function assertScopes(caller: Caller, policy: Pick<RoutePolicy, 'scopes' | 'anyScopes'>): void {
  if (hasScopes(caller, policy)) return;
  const { scopes, anyScopes = [] } = policy;
  if (!hasScopes(caller, { scopes })) throw missingScopes(caller, scopes);
  throw new ApiError('forbidden', `The API key needs one of the scopes ${anyScopes.map(quoted).join(' or ')}.`);
}

function missingScopes(caller: Caller, needed: readonly string[]): ApiError {
  const missing = needed.filter((scope) => !caller.scopes.has(scope)).map(quoted);
  const noun = missing.length === 1 ? 'scope' : 'scopes';
  return new ApiError('forbidden', `The API key lacks the ${noun} ${missing.join(' and ')}.`);
}

const quoted = (scope: string) => `"${scope}"`;
