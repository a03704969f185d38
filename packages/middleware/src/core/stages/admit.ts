import { ApiError, isRetired } from '@contract-kit/http-spec';
import { identify } from '../../auth/authenticator.ts';
import { assertScopes, type Caller } from '../../auth/caller.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** Authenticates the caller. @throws ApiError `unauthorized`. */
export function authenticate(exchange: Exchange, { schemes }: Operation): void | Promise<void> {
  if (schemes.length === 0) return;
  exchange.identified = true;
  const identity = identify(exchange.request, schemes);
  if (!(identity instanceof Promise)) exchange.identity = identity;
  else {
    return identity.then((found) => {
      exchange.identity = found;
    });
  }
}

/**
 * Refuses a retired operation. It runs after `count`, so that callers are still authenticated and limited, and before
 * the request itself is checked.
 *
 * @throws ApiError `operation_retired`.
 */
export function checkSunset({ api }: Exchange, { policy }: Operation): void {
  const { operationId, deprecated } = policy;
  if (!isRetired(policy, api.clock.nowMs())) return;
  const instead = deprecated?.successor === undefined ? '' : ` Call ${deprecated.successor} instead.`;
  throw new ApiError('operation_retired', `${operationId} ended on ${deprecated?.sunset}.${instead}`);
}

/** Checks the scopes of the caller. @throws ApiError `forbidden`, naming the scopes that are missing. */
export function checkScopes({ identity }: Exchange, { policy, schemes }: Operation): void {
  if (schemes.length === 0) return;
  if (identity === null) throw new TypeError(`${policy.operationId} needs a caller.`);
  assertScopes(identity.caller, policy, identity.scheme.credential);
}

/** Authorizes the caller beyond its scopes. @throws what `authorize` throws: ApiError `forbidden`. */
export function authorize({ caller, input }: Exchange, operation: Operation): void | Promise<void> {
  return operation.authorize?.(caller as Caller, input);
}
