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

/**
 * Checks that a caller has every scope a route needs, and one of those it takes in exchange.
 *
 * @throws ApiError `forbidden`, naming the scopes that are missing.
 */
export function assertScopes(caller: Caller, { scopes, anyScopes }: Pick<RoutePolicy, 'scopes' | 'anyScopes'>): void {
  for (const scope of scopes) {
    if (!caller.scopes.has(scope)) throw missingScopes(caller, scopes);
  }
  if (anyScopes !== undefined && !anyScopes.some((scope) => caller.scopes.has(scope))) {
    throw new ApiError('forbidden', `The API key needs one of the scopes ${anyScopes.map(quoted).join(' or ')}.`);
  }
}

function missingScopes(caller: Caller, needed: readonly string[]): ApiError {
  const missing = needed.filter((scope) => !caller.scopes.has(scope)).map(quoted);
  const noun = missing.length === 1 ? 'scope' : 'scopes';
  return new ApiError('forbidden', `The API key lacks the ${noun} ${missing.join(' and ')}.`);
}

const quoted = (scope: string) => `"${scope}"`;
