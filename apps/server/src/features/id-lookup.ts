import type { Caller, ResourceLookup } from '@contract-kit/middleware';
import { decodeId, type IdKind } from '../kernel/index.ts';

/**
 * Checks whether the record named by an id in a path exists, before the body is read.
 *
 * @param exists whether the caller's workspace (`tenantId`) has a record with this UUID that the caller may see.
 * @param parameter the name of the path parameter.
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
