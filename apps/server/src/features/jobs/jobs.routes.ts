import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileBody, type Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { FileStore } from '../../files/index.ts';
import type { RouteContext } from '../../kernel/index.ts';
import type { JobsService } from './records/jobs.service.ts';

export interface JobsRoutesOptions {
  readonly jobs: JobsService;
  /** The store for files that jobs make. */
  readonly files: FileStore;
}

/** Handlers of the jobs part of the contract. */
export function createJobsRoutes({
  jobs,
  files,
}: JobsRoutesOptions): Handlers<(typeof contract)['jobs'], RouteContext> {
  return {
    list: async ({ query, context: { ctx, caller } }) => {
      return { status: 200, body: await jobs.list(ctx, query, caller.scopes) };
    },
    get: async ({ params, context: { ctx, caller } }) => {
      return { status: 200, body: { data: await jobs.get(ctx, params.jobId, caller.scopes) } };
    },
    errors: async ({ params, query, context: { ctx, caller } }) => {
      if (query.format === 'rows') {
        const { jobId } = await jobs.get(ctx, params.jobId, caller.scopes);
        return { status: 303, headers: { Location: `${apiPrefix}/jobs/${jobId}/failed-rows` } };
      }
      return { status: 200, body: await jobs.errors(ctx, params.jobId, query, caller.scopes) };
    },
    errorsFile: async ({ params: { jobId }, context: { ctx, caller } }) => {
      const table = await jobs.errorsTable(ctx, jobId, caller.scopes);
      const file = {
        mediaType: 'text/csv; charset=utf-8',
        fileName: `${jobId}-errors.csv`,
        size: null,
        compress: true,
      };
      return { status: 200, body: new FileBody({ ...file, open: () => Readable.from(table) }) };
    },
    failedRows: async ({ params: { jobId }, context: { ctx, caller } }) => {
      const { mediaType, ending, open } = await jobs.failedRows(ctx, jobId, caller.scopes);
      const file = { mediaType, fileName: `${jobId}-failed-rows.${ending}`, size: null, compress: true };
      return { status: 200, body: new FileBody({ ...file, open: async () => Readable.from(await open()) }) };
    },
    download: async ({ params, context: { ctx, caller } }) => {
      const { key, fileName, size, mediaType, madeAt } = await jobs.file(ctx, params.jobId, caller.scopes);
      const body = new FileBody({
        mediaType,
        size,
        fileName,
        // A key is written only once.
        entityTag: { value: createHash('sha256').update(key).digest('base64url').slice(0, 22), weak: false },
        modifiedAt: madeAt,
        open: (range) => files.open(key, range),
      });
      return { status: 200, body };
    },
    cancel: {
      authorize: ({ tenantId, scopes }, { params }) => jobs.assertMayCancel(tenantId, params.jobId, scopes),
      handle: async ({ params, context: { ctx } }) => {
        return { status: 200, body: { data: await jobs.cancel(ctx, params.jobId) } };
      },
    },
  };
}
