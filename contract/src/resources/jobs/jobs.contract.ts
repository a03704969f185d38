import { dataOf, fileOf, pageOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { c } from '../../init.ts';
import type { Scope } from '../../scopes.ts';
import { operation } from '../../vocabulary.ts';
import {
  FailedRowsFileSchema,
  JobErrorListQuerySchema,
  JobErrorSchema,
  JobFileSchema,
  JobListQuerySchema,
  JobPathSchema,
  JobSchema,
  JobSummarySchema,
} from './job.schema.ts';
import { jobAccess, jobRetentionDays, jobTypes } from './job-values.ts';

/** All scopes that give access to some type of job. */
const scopesTo = (what: 'see' | 'start'): Scope[] => [
  ...new Set(jobTypes.flatMap((type) => [...jobAccess[type][what]])),
];

const see = { anyScopes: scopesTo('see') } as const;
const one = { resource: 'job', pathParams: JobPathSchema } as const;

const visible = jobTypes
  .map((type) => `\`${type}\` with ${jobAccess[type].see.map((scope) => `\`${scope}\``).join(' or ')}`)
  .join(', ');

/** Endpoints of background jobs. */
export const jobsContract = {
  list: operation({
    ...see,
    id: 'jobs.list',
    method: 'GET',
    path: '/jobs',
    summary: 'List background jobs, newest first',
    tools: [
      {
        name: 'list_jobs',
        description: 'Imports, exports and publications, the latest first.',
        defaults: {
          limit: 10,
          fields: ['jobId', 'type', 'status', 'progress.percent', 'errorCount', 'warningCount', 'createdAt'],
        },
      },
    ],
    description: `A key sees the jobs of the types its scopes are about: ${visible}. A job is kept for ${jobRetentionDays} days after its end.`,
    query: JobListQuerySchema,
    responses: { 200: pageOf(JobSummarySchema) },
  }),
  get: operation({
    ...see,
    ...one,
    id: 'jobs.get',
    method: 'GET',
    path: '/jobs/:jobId',
    summary: 'Get a background job',
    tools: [
      {
        name: 'get_job',
        description:
          'The state of a background job: its result, the first row errors and warnings, the download address of an export.',
        defaults: {
          fields: [
            'jobId',
            'type',
            'status',
            'progress',
            'result',
            'errorCount',
            'errors',
            'warningCount',
            'warnings',
            'links.download',
          ],
        },
      },
    ],
    description:
      'Poll every second or two, or wait for its event: each type has one for completion, and `job.failed` reports failures.',
    responses: { 200: dataOf(JobSchema) },
  }),
  errors: operation({
    ...see,
    ...one,
    id: 'jobs.errors',
    method: 'GET',
    path: '/jobs/:jobId/errors',
    summary: 'List the row errors of a background job, in the order they were found',
    tools: [
      {
        name: 'list_job_errors',
        description: 'All row errors of a background job; get_job shows the first ones.',
        arguments: ['jobId', 'page', 'limit'],
        defaults: { limit: 50 },
      },
    ],
    description: 'With `format=rows`, the response is 303 to `/jobs/{jobId}/failed-rows`.',
    query: JobErrorListQuerySchema,
    responses: { 200: pageOf(JobErrorSchema), 303: c.noBody() },
  }),
  errorsFile: operation({
    ...see,
    ...one,
    id: 'jobs.errorsFile',
    method: 'GET',
    path: '/jobs/:jobId/errors.csv',
    summary: 'Get all row errors of a background job as a CSV file',
    tools: { none: 'The response is a file; `list_job_errors` has the same.' },
    description: 'The columns are those of an error. Cells that a spreadsheet would run as a formula are neutralised.',
    responses: { 200: fileOf({ 'text/csv': z.string() }) },
  }),
  failedRows: operation({
    ...see,
    ...one,
    id: 'jobs.failedRows',
    method: 'GET',
    path: '/jobs/:jobId/failed-rows',
    summary: 'Get the failed rows of an import, to correct them',
    tools: { none: 'The response is a file; `list_job_errors` has the errors.' },
    description:
      'The rows as the file has them, with all columns and one more, `error`. Correct them and import them with the same options. CSV and TSV stay what they are, in UTF-8; a workbook becomes CSV; JSON and XML become NDJSON. Jobs of other types have no such file and get 404. `/jobs/{jobId}/errors?format=rows` leads to it.',
    responses: { 200: FailedRowsFileSchema },
  }),
  download: operation({
    ...see,
    ...one,
    id: 'jobs.download',
    method: 'GET',
    path: '/jobs/:jobId/download',
    summary: 'Download the file of a background job',
    tools: { none: 'The response is a file; `get_job` shows its address.' },
    description: `A completed export has one, for ${jobRetentionDays} days; every other job returns 404. An interrupted download continues with \`Range\` and \`If-Range\`.`,
    ranges: true,
    responses: { 200: JobFileSchema },
  }),
  cancel: operation({
    ...one,
    id: 'jobs.cancel',
    method: 'POST',
    path: '/jobs/:jobId/cancel',
    summary: 'Cancel a background job',
    tools: [{ name: 'cancel_job', destructive: true, defaults: { fields: ['jobId', 'status', 'result'] } }],
    description:
      'It ends at once. What it has saved stays and is in `result`; nothing more is saved. Needs the scope that starts such a job. Canceling again changes nothing; a job that is completed or failed returns 409.',
    anyScopes: scopesTo('start'),
    authorize: 'handler',
    idempotency: 'accepted',
    body: c.noBody(),
    responses: { 200: dataOf(JobSchema) },
    errors: ['conflict'],
  }),
};
