import { ApiError, type RoutePolicy } from '@contract-kit/http-spec';
import type { ApiKeyRecord } from './api-key-store.ts';

/** The authenticated caller: what the library needs to know, regardless of the scheme. */
export interface Caller {
  /** Identifies the caller within its scheme: the id of an API key, the `sub` of a token. */
  readonly subject: string;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<string>;
}

/** A caller authenticated by its API key; its subject is the id of the key. */
export interface ApiKeyCaller extends Caller {
  readonly record: ApiKeyRecord;
}

export function toCaller(record: ApiKeyRecord): ApiKeyCaller {
  return { subject: record.id, tenantId: record.tenantId, scopes: new Set(record.scopes), record };
}

type NeededScopes = Pick<RoutePolicy, 'scopes' | 'anyScopes'>;

/** True when a caller has all required scopes, and one of the alternatives. */
export function hasScopes(caller: Pick<Caller, 'scopes'>, { scopes, anyScopes }: NeededScopes): boolean {
  const has = (scope: string) => caller.scopes.has(scope);
  return scopes.every(has) && (anyScopes === undefined || anyScopes.some(has));
}

/**
 * Checks that a caller has all scopes a route requires, and one of the alternatives.
 *
 * @param credential the kind of credential, for the message: `API key`.
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
