import type { JobStatus, JobType } from '@product-content/contract';
import { encodeId, systemClock, systemIds, type WorkspaceSettings } from '../src/kernel/index.ts';

export interface TestJobOptions {
  readonly type?: JobType;
  readonly status?: JobStatus;
  /** The number of its row errors. */
  readonly errors?: number;
  readonly createdAt?: Date;
}

/** The access to the server's tables. */
export interface TestTables {
  query(text: string, values: readonly (string | number)[]): Promise<unknown>;
}

/** Inserts a job that no worker takes into the server's tables. @returns its `job_…` id. */
export async function createTestJob(
  database: TestTables,
  workspace: Pick<WorkspaceSettings, 'id'>,
  { type = 'import', status = 'queued', errors = 0, createdAt = systemClock.now() }: TestJobOptions = {},
): Promise<string> {
  const id = systemIds.next();
  const isOver = status !== 'queued' && status !== 'running';
  await database.query(
    `insert into job (workspace_id, id, type, status, input, actor, request_id, error_count, due_at, created_at,
       started_at, finished_at, expires_at, result)
     values ($1, $2, $3, $4, '{"plan": {"layout": {"columns": []}, "mapping": {}, "options": {}}}', '{}', 'req', $5, case when $6 = 'no' then now() + interval '1 hour' end, $7,
       case when $4 <> 'queued' then $7::timestamptz end, case when $6 = 'yes' then now() end,
       case when $6 = 'yes' then now() + interval '7 days' end, case when $6 = 'yes' then '{}'::jsonb end)`,
    [workspace.id, id, type, status, errors, isOver ? 'yes' : 'no', createdAt.toISOString()],
  );
  await database.query(
    `insert into job_error select $1, $2, n, n, 'Price', 'P-' || n, 'price', 'validation_failed', 'Must be a number.'
     from generate_series(1, $3::integer) n`,
    [workspace.id, id, errors],
  );
  return encodeId('job', id);
}
