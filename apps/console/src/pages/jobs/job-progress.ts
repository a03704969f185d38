import type { JobSummary } from '@product-content/contract';
import { toDuration } from '../../components/records/values.tsx';

/** Milliseconds between requests for a job in progress. */
export const refreshMs = 1000;

export function isGoingOn({ status }: Pick<JobSummary, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

type TimedJob = Pick<JobSummary, 'startedAt' | 'finishedAt'>;

/** Milliseconds since a job was started, up to its end or now; null before. */
export function durationMsOf({ startedAt, finishedAt }: TimedJob, now = Date.now()): number | null {
  if (startedAt === null) return null;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  return Math.max(0, end - Date.parse(startedAt));
}

/** The duration of a job: `1.2 s`, `3 min 20 s`; null before its start. */
export function durationOf(job: TimedJob): string | null {
  const ms = durationMsOf(job);
  return ms === null ? null : toDuration(ms);
}
