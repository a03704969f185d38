import type { JobSummary } from '@product-content/contract';

/** Milliseconds after which work that goes on is looked at again. */
export const refreshMs = 1000;

export function isGoingOn({ status }: Pick<JobSummary, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
