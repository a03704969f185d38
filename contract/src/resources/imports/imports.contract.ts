import { dataOf } from '@contract-kit/http-spec/zod';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { ImportOptionsSchema } from './import.schema.ts';
import { ImportFormSchema } from './import-form.schema.ts';
import { ImportAcceptedSchema } from './import-response.schema.ts';

/**
 * Options that the tool does not have: the catalog has separate tools; archiving products missing from a file is left
 * to people; and options that the server determines by itself would add to the cost of every conversation.
 */
const notOfTool = [
  'recordType',
  'missing',
  'missingFilter',
  'preset',
  'transform',
  'header',
  'skuSeparator',
  'valueMaps',
];
const isOfTool = (option: string) => !notOfTool.includes(option);

/** Imports of files. */
export const importsContract = {
  create: operation({
    id: 'imports.create',
    method: 'POST',
    path: '/imports',
    summary: 'Import a file',
    tools: [
      {
        name: 'import_products',
        description:
          'Import products from a file, in the background: get_job returns the result of each row. Without dryRun: false it only checks the file.',
        arguments: ['file', 'mapping', ...Object.keys(ImportOptionsSchema.shape).filter(isOfTool)],
        defaults: {
          dryRun: true,
          fields: ['jobId', 'status', 'dryRun', 'columns', 'ambiguousNumbers', 'ambiguousDates'],
        },
      },
    ],
    description:
      'Rows are created or changed by the rules of PATCH, in the background; `links.self` is the job. A file that cannot be read, a mapping or option that does not fit it, and numbers or dates that can be read in two ways return 422 at once. Rows that cannot be saved are errors of the job, and the others are saved. Variants may come before their parents. Rows that name a product again are warnings of the job. With `dryRun` nothing is saved and the result tells what would be. With `recordType`, the rows are categories, attributes, attribute groups or collections; this needs the scope `catalog:write`, too.',
    scopes: ['products:write'],
    authorize: 'handler',
    idempotency: 'accepted',
    body: ImportFormSchema,
    bodyLimit: limits.importFields,
    bodyBounds: { members: limits.tableFile.columns },
    fileLimit: limits.importFile,
    responses: { 202: dataOf(ImportAcceptedSchema) },
  }),
};
