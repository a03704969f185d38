import { ApiError, type RoutePolicy } from '@contract-kit/http-spec';
import type { ApiKeyRecord } from './api-key-store.ts';

/** Who calls, after authentication: what the library needs to know, whichever scheme it was. */
export interface Caller {
  /** Who it is among all callers of its scheme: the id of an API key, the `sub` of a token. */
  readonly subject: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<string>;
}

/** A caller known by its API key; its subject is the id of the key. */
export interface ApiKeyCaller extends Caller {
  readonly record: ApiKeyRecord;
}

export function toCaller(record: ApiKeyRecord): ApiKeyCaller {
  return { subject: record.id, tenantId: record.tenantId, scopes: new Set(record.scopes), record };
}

type NeededScopes = Pick<RoutePolicy, 'scopes' | 'anyScopes'>;

/** True when a caller has every scope that is needed, and one of those taken in exchange. */
export function hasScopes(caller: Pick<Caller, 'scopes'>, { scopes, anyScopes }: NeededScopes): boolean {
  const has = (scope: string) => caller.scopes.has(scope);
  return scopes.every(has) && (anyScopes === undefined || anyScopes.some(has));
}

/**
 * Checks that a caller has every scope a route needs, and one of those it takes in exchange.
 *
 * @param credential what the caller was known by, for the message: `API key`.
 * @throws ApiError `forbidden`, naming the scopes that are missing.
 */
export function assertScopes(caller: Pick<Caller, 'scopes'>, needed: NeededScopes, credential: string): void {
  if (hasScopes(caller, needed)) return;
  const { scopes, anyScopes = [] } = needed;
  const missing = scopes.filter((scope) => !caller.scopes.has(scope)).map(quoted);
  if (missing.length > 0) {
    const noun = missing.length === 1 ? 'scope' : 'scopes';
    throw new ApiError('forbidden', `The ${credential} lacks the ${noun} ${missing.join(' and ')}.`);
  }
  throw new ApiError('forbidden', `The ${credential} needs one of the scopes ${anyScopes.map(quoted).join(' or ')}.`);
}

const quoted = (scope: string) => `"${scope}"`;
