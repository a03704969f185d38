import type { Scope } from '../../scopes.ts';

/** Kinds of background work. */
export const jobTypes = ['import', 'export', 'channel.publish'] as const;

export type JobType = (typeof jobTypes)[number];

/** A job is queued, then running, then one of the others, which are final. A queued job may be canceled too. */
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** Who has to do with jobs of a type. */
export interface JobAccess {
  /** Scopes of which one starts such a job, and cancels it. */
  readonly start: readonly Scope[];
  /** Scopes of which one shows it. */
  readonly see: readonly Scope[];
}

export const jobAccess = {
  import: { start: ['products:write'], see: ['products:read', 'products:write'] },
  export: { start: ['exports:read'], see: ['exports:read'] },
  'channel.publish': { start: ['channels:write'], see: ['channels:read', 'channels:write'] },
} as const satisfies Readonly<Record<JobType, JobAccess>>;

/** The event that tells that a job of a type is completed; one that failed is told by `job.failed`. */
export const jobCompletedEvents = {
  import: 'import.completed',
  export: 'export.completed',
  'channel.publish': 'channel.publish.completed',
} as const satisfies Readonly<Record<JobType, string>>;

/** Kinds of warnings about rows. */
export const jobWarningCodes = ['repeated_row'] as const;

/** Characters of a cell that an error of its row shows. */
export const jobErrorValueLength = 100;

/** Days a finished job is kept, with its row errors and its file. */
export const jobRetentionDays = 7;
