import { BytesSchema, fileOf, pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { exportFileContent } from '../exports/export-request.schema.ts';
import { imagesMediaType } from '../exports/export-values.ts';
import { jobErrorValueLength, jobRetentionDays, jobStatuses, jobTypes, jobWarningCodes } from './job-values.ts';

const summaryExample = {
  jobId: 'job_01k9f2v6m8e5fa1s3tqzc7d4xb',
  type: 'import',
  status: 'running',
  fileName: 'parts.csv.gz',
  dryRun: false,
  progress: { processed: 2000, total: 61770, percent: 3 },
  result: null,
  errorCount: 0,
  warningCount: 0,
  createdAt: '2026-01-31T09:30:00.000Z',
  startedAt: '2026-01-31T09:30:00.120Z',
  finishedAt: null,
  expiresAt: null,
  links: {
    self: 'https://pim.example.com/api/v1/jobs/job_01k9f2v6m8e5fa1s3tqzc7d4xb',
    cancel: 'https://pim.example.com/api/v1/jobs/job_01k9f2v6m8e5fa1s3tqzc7d4xb/cancel',
  },
};

/** A problem with one row of a job's input. It does not affect other rows. */
export const JobErrorSchema = z
  .object({
    row: z.int().min(1).nullable().describe('Data rows are counted from 1; the header is not one.'),
    column: z.string().nullable().describe('As the file names it.'),
    sku: z.string().nullable().describe('SKU of the row; null when it has none.'),
    field: z.string().nullable().describe('Dotted path: `prices.EUR`.'),
    code: z.string().describe('An error code, as in error responses.'),
    message: z.string().describe('For people: what was expected. Its wording may change.'),
    value: z
      .string()
      .max(jobErrorValueLength)
      .nullable()
      .describe(`What the cell has, its first ${jobErrorValueLength} characters; null where no cell is wrong.`),
  })
  .meta({
    id: 'JobError',
    description: 'A problem with one row.',
    examples: [
      {
        row: 17,
        column: 'Price',
        sku: 'MUG-BLUE',
        field: 'prices.EUR',
        code: 'validation_failed',
        message: 'Must be a number.',
        value: 'a lot',
      },
    ],
  });

/** A possible problem with one row of a job's input, which was processed all the same. */
export const JobWarningSchema = JobErrorSchema.extend({
  code: z.enum(jobWarningCodes).describe('`repeated_row`: the row names the product of an earlier one again.'),
  relatedRow: z.int().min(1).nullable().describe('The other row it is about: of rows that repeat, the earlier one.'),
}).meta({
  id: 'JobWarning',
  description: 'A possible problem with one row.',
  examples: [
    {
      row: 23,
      column: 'SKU',
      sku: 'MUG-BLUE',
      field: 'sku',
      code: 'repeated_row',
      message: 'The SKU "MUG-BLUE" is in row 17 and again in row 23. The later row counts.',
      value: 'MUG-BLUE',
      relatedRow: 17,
    },
  ],
});

export const JobProgressSchema = z
  .object({
    processed: z.int().min(0).describe('Finished items, failed ones included. Never decreases.'),
    total: z.int().min(0).nullable().describe('Null while it is not known.'),
    percent: z.int().min(0).max(100).describe('100 for a completed job; 0 while the total is not known.'),
  })
  .meta({ id: 'JobProgress', description: 'The progress of a job.' });

/** The result of a job, by type. */
export const JobResultSchema = z
  .looseObject({})
  .meta({ id: 'JobResult', description: 'The result of a job; its properties depend on the type.' });

/** The settings of a job, by type. */
export const JobSettingsSchema = z
  .looseObject({})
  .meta({ id: 'JobSettings', description: 'The settings of a job; its properties depend on the type.' });

/** A background job: an import, an export, a publication. */
export const JobSchema = z
  .object({
    jobId: recordIdOf('job'),
    type: z.enum(jobTypes).meta({ id: 'JobType', description: 'Kinds of background work.' }),
    status: z
      .enum(jobStatuses)
      .meta({ id: 'JobStatus', description: 'The state of a job.' })
      .describe('`completed` also when rows failed: see `errorCount`. `failed` means the job as a whole.'),
    fileName: z
      .string()
      .nullable()
      .describe(
        'The file that an import reads or an export writes; null for a publication, and for a file without a name.',
      ),
    dryRun: z.boolean().describe('Whether an import only checks its file.'),
    progress: JobProgressSchema,
    settings: JobSettingsSchema.nullable().describe(
      'Of an import: its `profile`, `preset`, `mapping` and `options`. Null for other types.',
    ),
    result: JobResultSchema.nullable().describe(
      'The result, by type. A failed job has `error` with `code` and `message`; a canceled or failed one also what was done before.',
    ),
    errors: z.array(JobErrorSchema).max(limits.inlineJobErrors).describe('The first of them.'),
    errorCount: z
      .int()
      .min(0)
      .describe(`Total number of row errors; the first ${limits.jobErrors.toLocaleString('en')} are kept.`),
    warnings: z.array(JobWarningSchema).max(limits.jobWarnings).describe('The first ones; the rest are not kept.'),
    warningCount: z.int().min(0).describe('Total number of row warnings.'),
    createdAt: TimestampSchema,
    startedAt: TimestampSchema.nullable(),
    finishedAt: TimestampSchema.nullable(),
    expiresAt: TimestampSchema.nullable().describe(
      `When the job is deleted, with its errors and its file: ${jobRetentionDays} days after its end.`,
    ),
    links: z
      .object({
        self: z.string().describe('Address of the job.'),
        errors: z.string().optional().describe('All its errors, if there are any.'),
        failedRows: z.string().optional().describe('The failed rows of an import, as a file to correct.'),
        download: z.string().optional().describe('The file of a completed export.'),
        cancel: z.string().optional().describe('POST here to cancel it while it is queued or running.'),
      })
      .describe('Addresses.'),
  })
  .meta({
    id: 'Job',
    description: 'Background work: an import, an export or a publication.',
    examples: [{ ...summaryExample, settings: { profile: null, preset: null }, errors: [], warnings: [] }],
  });

/** A job in a list: without its settings, errors and warnings. */
export const JobSummarySchema = JobSchema.omit({ settings: true, errors: true, warnings: true }).meta({
  id: 'JobSummary',
  description: 'A job without its settings, errors and warnings.',
  examples: [summaryExample],
});

export const JobPathSchema = z.object({ jobId: RefSchema.describe('Id of the job.') });

export const JobListQuerySchema = z.strictObject({
  ...pageQuery({ defaultLimit: limits.page.default, maxLimit: limits.page.max }),
  type: z.enum(jobTypes).optional().describe('Only jobs of this type.'),
  status: z.enum(jobStatuses).optional().describe('Only jobs of this status.'),
});

export const JobErrorListQuerySchema = z.strictObject({
  page: pageQuery().page,
  limit: pageQuery().limit,
  format: z.enum(['rows']).optional().describe('rows: leads to the rows of an import that failed, with 303.'),
});

/** The failed rows of an import. */
export const FailedRowsFileSchema = fileOf(
  {
    'text/csv': z.string().meta({ examples: ['error,sku,price\r\nprice: Must be a number.,MUG-BLUE,a lot\r\n'] }),
    'text/tab-separated-values': z.string(),
    'application/x-ndjson': z.string(),
  },
  { description: 'The rows.' },
);

/** The file of a completed export. */
export const JobFileSchema = fileOf(
  { ...exportFileContent, [imagesMediaType]: BytesSchema },
  { description: 'The file.' },
);

export type JobWarning = z.output<typeof JobWarningSchema>;
export type JobError = z.output<typeof JobErrorSchema>;
export type JobProgress = z.output<typeof JobProgressSchema>;
export type Job = z.output<typeof JobSchema>;
export type JobSummary = z.output<typeof JobSummarySchema>;
export type JobListQuery = z.output<typeof JobListQuerySchema>;
export type JobErrorListQuery = z.output<typeof JobErrorListQuerySchema>;
