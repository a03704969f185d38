import type { Scope } from '../../scopes.ts';

/** Types of background jobs. */
export const jobTypes = ['import', 'export', 'channel.publish'] as const;

export type JobType = (typeof jobTypes)[number];

/** A job is queued, then running, then has one of the others, which are final. A queued job may also be canceled. */
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** The scopes needed for jobs of a type. */
export interface JobAccess {
  /** Scopes, one of which is needed to start and cancel such a job. */
  readonly start: readonly Scope[];
  /** Scopes, one of which is needed to see it. */
  readonly see: readonly Scope[];
}

export const jobAccess = {
  import: { start: ['products:write'], see: ['products:read', 'products:write'] },
  export: { start: ['exports:read'], see: ['exports:read'] },
  'channel.publish': { start: ['channels:write'], see: ['channels:read', 'channels:write'] },
} as const satisfies Readonly<Record<JobType, JobAccess>>;

/** The event for the completion of a job of each type; `job.failed` is for failures. */
export const jobCompletedEvents = {
  import: 'import.completed',
  export: 'export.completed',
  'channel.publish': 'channel.publish.completed',
} as const satisfies Readonly<Record<JobType, string>>;

/** Kinds of warnings about rows. */
export const jobWarningCodes = ['repeated_row'] as const;

/** Maximum length of a cell's text in a row error, in characters. */
export const jobErrorValueLength = 100;

/** Days for which a finished job is kept, with its row errors and its file. */
export const jobRetentionDays = 7;
