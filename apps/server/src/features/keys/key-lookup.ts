import type { ResourceLookup } from '@contract-kit/middleware';
import { decodeId } from '../../kernel/index.ts';
import type { KeyRepository } from './keys.repository.ts';

/** Whether the key a path's `{id}` names exists and is not revoked, for the check before anything is done. */
export function createKeyLookup(keys: KeyRepository): ResourceLookup {
  return async function lookupKey({ caller, params }) {
    const id = decodeId('apiKey', params.id ?? '');
    if (caller === null || id === null) return null;
    return (await keys.get(caller.tenantId, id)) === null ? null : { entityTag: null };
  };
}
