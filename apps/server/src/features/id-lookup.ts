import type { Caller, ResourceLookup } from '@contract-kit/middleware';
import { decodeId, type IdKind } from '../kernel/index.ts';

/**
 * Whether the record an id in a path names exists, for the check before a body is read.
 *
 * @param exists whether the caller's workspace (`tenantId`) has a record of this UUID that the caller may know of.
 * @param parameter of the path.
 */
export function createIdLookup(
  kind: IdKind,
  exists: (caller: Caller, id: string) => Promise<boolean>,
  parameter = 'id',
): ResourceLookup {
  return async ({ caller, params }) => {
    const id = decodeId(kind, params[parameter] ?? '');
    if (caller === null || id === null) return null;
    return (await exists(caller, id)) ? { entityTag: null } : null;
  };
}
