import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { JobStatus, JobType, JobWarning } from '@product-content/contract';
import type { Actor, SavedTrace } from '../../kernel/index.ts';

/** A job: what is to be done, who holds it, how far it is. */
export const JobEntity = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<JobType>(),
    status: p.text().$type<JobStatus>().default('queued'),
    input: p.json<unknown>(),
    /** Who started it. */
    actor: p.json<Actor>(),
    requestId: p.text(),
    /** The trace it was accepted in. */
    trace: p.json<SavedTrace>().strictNullable(),
    /** What the work saved last, to go on from. */
    checkpoint: p.json<unknown>().strictNullable(),
    processed: p.integer().default(0),
    total: p.integer().strictNullable(),
    result: p.json<Record<string, unknown>>().strictNullable(),
    errorCount: p.integer().default(0),
    /** The first of them. */
    warnings: p.json<readonly JobWarning[]>().default('[]'),
    warningCount: p.integer().default(0),
    /** Workers lost and unexpected errors since the last checkpoint. */
    losses: p.integer().default(0),
    /** The worker that holds it. */
    lease: p.uuid().strictNullable(),
    /** While it is queued or running: when a worker may take it. */
    dueAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
  },
});

export type JobRow = InferEntity<typeof JobEntity>;

/** What is wrong with one row of a job's work. */
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
    /** What the cell has. */
    value: p.text().strictNullable(),
  },
});
