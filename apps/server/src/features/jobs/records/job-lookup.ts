import type { ResourceLookup } from '@contract-kit/middleware';
import { decodeId } from '../../../kernel/index.ts';
import { visibleTypes } from './job-access.ts';
import type { JobsRepository } from './jobs.repository.ts';

/** Whether the job a path's `{jobId}` names exists, for a caller who may know of it. */
export function createJobLookup(jobs: JobsRepository): ResourceLookup {
  return async function lookupJob({ caller, params }) {
    const id = decodeId('job', params.jobId ?? '');
    if (caller === null || id === null) return null;
    const type = await jobs.typeOf(caller.tenantId, id);
    return type !== null && visibleTypes(caller.scopes).includes(type) ? { entityTag: null } : null;
  };
}
