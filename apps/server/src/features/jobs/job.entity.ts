import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { JobStatus, JobType, JobWarning } from '@product-content/contract';
import type { Actor, SavedTrace } from '../../kernel/index.ts';

/** A job: its work, who holds it, and its progress. */
export const JobEntity = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<JobType>(),
    status: p.text().$type<JobStatus>().default('queued'),
    input: p.json<unknown>(),
    /** The file it reads or writes. */
    fileName: p.text().strictNullable(),
    /** Whether it only checks its input. */
    dryRun: p.boolean().default(false),
    /** Who started it. */
    actor: p.json<Actor>(),
    requestId: p.text(),
    /** The trace in which it was accepted. */
    trace: p.json<SavedTrace>().strictNullable(),
    /** The checkpoint the work saved last. */
    checkpoint: p.json<unknown>().strictNullable(),
    processed: p.integer().default(0),
    total: p.integer().strictNullable(),
    result: p.json<Record<string, unknown>>().strictNullable(),
    errorCount: p.integer().default(0),
    /** The first warnings. */
    warnings: p.json<readonly JobWarning[]>().default('[]'),
    warningCount: p.integer().default(0),
    /** Failures since the last checkpoint: lost workers and unexpected errors. */
    losses: p.integer().default(0),
    /** The worker that holds it. */
    lease: p.uuid().strictNullable(),
    /** When a worker may take it, while it is queued or running. */
    dueAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
  },
});

export type JobRow = InferEntity<typeof JobEntity>;

/** A problem with one row of a job's input. */
export const JobErrorEntity = defineEntity({
  name: 'JobError',
  tableName: 'job_error',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    /** In the order they were found, from 1. */
    position: p.integer().primary(),
    row: p.integer().strictNullable(),
    column: p.text().strictNullable(),
    sku: p.text().strictNullable(),
    field: p.text().strictNullable(),
    code: p.text(),
    message: p.text(),
    /** The content of the cell. */
    value: p.text().strictNullable(),
  },
});
