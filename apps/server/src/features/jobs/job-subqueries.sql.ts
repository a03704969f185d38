/**
 * A condition, true of a job that waits or runs, for statements of other features.
 *
 * @param workspaceId an expression of the statement, like `id`.
 */
export const isUnfinished = (workspaceId: string, id: string) =>
  `exists (select from job where job.workspace_id = ${workspaceId} and job.id = ${id}
    and job.status in ('queued', 'running'))`;
