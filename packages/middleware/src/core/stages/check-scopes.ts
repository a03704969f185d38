import { assertScopes } from '../../auth/caller.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** What the caller may do. @throws ApiError `forbidden`, naming the scopes that are missing. */
export function checkScopes({ identity }: Exchange, { policy, schemes }: Operation): void {
  if (schemes.length === 0) return;
  if (identity === null) throw new TypeError(`${policy.operationId} needs a caller.`);
  assertScopes(identity.caller, policy, identity.scheme.credential);
}
