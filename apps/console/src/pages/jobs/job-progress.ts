import type { JobSummary } from '@product-content/contract';

/** Milliseconds between requests for a job in progress. */
export const refreshMs = 1000;

export function isGoingOn({ status }: Pick<JobSummary, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

type TimedJob = Pick<JobSummary, 'startedAt' | 'finishedAt'>;

/** Seconds since a job was started, up to its end or now; null before. */
export function secondsOf({ startedAt, finishedAt }: TimedJob, now = Date.now()): number | null {
  if (startedAt === null) return null;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  return Math.max(0, end - Date.parse(startedAt)) / 1000;
}

/** The duration of a job: `1.2 s`, `3 min 20 s`; null before its start. */
export function durationOf(job: TimedJob): string | null {
  const seconds = secondsOf(job);
  return seconds === null ? null : toDuration(seconds);
}

/** `1.2 s`, `48 s`, `3 min 20 s`. */
export function toDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
