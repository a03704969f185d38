import type { ResourceLookup } from '@contract-kit/middleware';
import { decodeId } from '../../../kernel/index.ts';
import type { ExportProfilesRepository } from './export-profiles.repository.ts';

/** Whether the export profile a path's `{id}` names exists, for the check before a body is read. */
export function createExportProfileLookup(profiles: ExportProfilesRepository): ResourceLookup {
  return async function lookupExportProfile({ caller, params }) {
    const id = decodeId('exportProfile', params.id ?? '');
    if (caller === null || id === null) return null;
    return (await profiles.exists(caller.tenantId, id)) ? { entityTag: null } : null;
  };
}
