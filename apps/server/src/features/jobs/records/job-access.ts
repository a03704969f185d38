import { type JobAccess, type JobType, jobAccess, jobTypes } from '@product-content/contract';
import { ApiError } from '../../../kernel/index.ts';

/** Types of jobs that a key with these scopes may see: those it could have started, or whose outcome it may read. */
export function visibleTypes(scopes: ReadonlySet<string>): JobType[] {
  return jobTypes.filter((type) => accessTo(type).see.some((scope) => scopes.has(scope)));
}

/** @throws ApiError `forbidden`, naming the scope a key needs to cancel a job of the type. */
export function assertMayCancel(type: JobType, scopes: ReadonlySet<string>): void {
  const { start } = accessTo(type);
  if (start.some((scope) => scopes.has(scope))) return;
  throw new ApiError('forbidden', `The API key needs the scope "${start.join('" or "')}" to cancel this job.`);
}

function accessTo(type: JobType): JobAccess {
  return jobAccess[type];
}
