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
 * Checks that a caller has every scope a route needs.
 *
 * @throws ApiError `forbidden`, naming the scopes that are missing.
 */
export function assertScopes(caller: Caller, policy: Pick<RoutePolicy, 'scopes'>): void {
  for (const scope of policy.scopes) {
    if (!caller.scopes.has(scope)) throw missingScopes(caller, policy.scopes);
  }
}

function missingScopes(caller: Caller, needed: readonly string[]): ApiError {
  const missing = needed.filter((scope) => !caller.scopes.has(scope)).map((scope) => `"${scope}"`);
  const noun = missing.length === 1 ? 'scope' : 'scopes';
  return new ApiError('forbidden', `The API key lacks the ${noun} ${missing.join(' and ')}.`);
}
