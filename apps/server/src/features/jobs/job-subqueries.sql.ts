import { sqlStatement } from '../../storage/index.ts';
import { filesOfJob } from './records/job-file.ts';

/**
 * A condition that is true for a waiting or running job, for statements of other features.
 *
 * @param workspaceId an SQL expression, like `id`.
 */
export const isUnfinished = (workspaceId: string, id: string) =>
  `exists (select from job where job.workspace_id = ${workspaceId} and job.id = ${id}
    and job.status in ('queued', 'running'))`;

/**
 * The files that jobs have made, and those they read; the latter keep the key of the upload until the job is accepted.
 */
export const selectJobFiles = sqlStatement({
  name: 'job.files',
  parameters: {},
  row: { key: 'text?', earlierKey: 'text?' },
  text: `
    select case when position('/' in made.key) = 0 then '${filesOfJob("' || job.id || '")}' else '' end || made.key as key,
      null as "earlierKey"
    from job cross join lateral (select coalesce(result, checkpoint) ->> 'fileKey' as key) made where made.key is not null
    union all
    select input ->> 'file', input ->> 'upload' from job where type = 'import'`,
});
