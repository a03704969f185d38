import { sqlStatement } from '../../../storage/index.ts';

/** Failed rows after a given one, in file order, each with all its errors in one text. */
export const selectFailedRows = sqlStatement({
  name: 'job_error.rows',
  parameters: { workspaceId: 'uuid', jobId: 'uuid', after: 'integer', limit: 'bigint' },
  row: { row: 'integer', error: 'text' },
  text: `
    select coalesce("row", 0) as "row",
      left(string_agg(coalesce("column" || ': ', '') || message, ' ' order by position), 2000) as error
    from job_error where workspace_id = $workspaceId and job_id = $jobId and "row" > $after
    group by "row" order by "row" limit $limit`,
});
