import { dataOf } from '@contract-kit/http-spec/zod';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { JobSchema } from '../jobs/job.schema.ts';
import { ExportFileSchema, ExportRequestSchema, synchronousExport } from './export-request.schema.ts';

/** Endpoints of exports. */
export const exportsContract = {
  create: operation({
    id: 'exports.create',
    method: 'POST',
    path: '/exports',
    summary: 'Export products or records of the catalog to a file',
    tools: [
      {
        name: 'export_products',
        description:
          'Export products as a file, in the background: get_job returns its state and the download address.',
        // Catalog records have separate tools.
        arguments: Object.keys(ExportRequestSchema.shape).filter((name) => name !== 'recordType' && name !== 'async'),
        defaults: { fields: ['jobId', 'status'] },
        fixed: { async: true },
      },
    ],
    description: [
      `Returns the file when it has at most ${synchronousExport} and ${limits.exportBytes / 1024 / 1024} MiB. A larger one, one with \`zipImages\` and one with \`async\` is made by a job: its \`links.download\` appears when it is completed.`,
      'A file contains all its products as of one moment, and can be imported again without loss. Cells that a spreadsheet would run as a formula are neutralised; imports restore them.',
      'A repetition with the same `Idempotency-Key` gets the same bytes.',
    ].join('\n\n'),
    scopes: ['exports:read'],
    idempotency: 'accepted',
    largeResponse: { unless: { 'body.async': true, 'body.zipImages': true } },
    bodyLimit: limits.exportBody,
    body: ExportRequestSchema,
    responses: {
      200: ExportFileSchema,
      202: dataOf(JobSchema),
    },
  }),
};
