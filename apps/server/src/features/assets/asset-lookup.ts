import type { ResourceLookup } from '@contract-kit/middleware';
import { decodeId } from '../../kernel/index.ts';
import type { AssetsRepository } from './assets.repository.ts';

/** Whether the asset a path's `{id}` names exists, for the check before a body is read. */
export function createAssetLookup(assets: AssetsRepository): ResourceLookup {
  return async function lookupAsset({ caller, params }) {
    const id = decodeId('asset', params.id ?? '');
    if (caller === null || id === null) return null;
    return (await assets.exists(caller.tenantId, id)) ? { entityTag: null } : null;
  };
}
