import { BytesSchema, fileOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { controlCharacters, formatCharacters, notBlankOf, spaces } from '../../values/text.ts';
import { exportOptionsShape } from './export-options.schema.ts';
import { exportHeaders, exportMediaTypes } from './export-values.ts';

const fileNameProblem = 'Must be the name of a file, without a folder.';

/** Characters that are invalid in file names on some systems. */
const reserved = '/\\\\:*?"<>|';
const unsafe = `${controlCharacters}${formatCharacters}${reserved}`;

const fileName = z
  .string()
  .regex(notBlankOf(`${controlCharacters}${reserved}`), fileNameProblem)
  .trim()
  .max(150)
  .refine((name) => !/\p{Cf}|^\.+$/u.test(name), fileNameProblem)
  .meta({ pattern: `^[^${unsafe}]*(?:[^.${spaces}${unsafe}]|\\.[${spaces}]+\\.)[^${unsafe}]*$` });

/** What to export. Omitted options come from the profile, otherwise from the defaults. */
export const ExportRequestSchema = z
  .strictObject({
    ...exportOptionsShape,
    profile: z.string().min(1).max(200).optional().describe('Id or name of an export profile.'),
    fileName: fileName.optional().describe('Name of the file; the ending of the format is added where it is missing.'),
    zipImages: z
      .boolean()
      .optional()
      .describe('A ZIP file of the products and their images, by a job. An image that cannot be fetched is a warning.'),
    async: z.boolean().optional().describe('Exports by a job, however few rows there are.'),
  })
  .meta({
    id: 'ExportRequest',
    description: 'What to export, and how.',
    examples: [
      { filter: { status: ['approved'], category: ['mugs'] }, format: 'csv', columns: ['sku', 'name', 'prices.EUR'] },
      { format: 'xlsx', locales: ['de'], async: true },
    ],
  });

const csvExample = 'sku,name,prices.EUR\r\nMUG-BLUE,Blue mug,12.5\r\n';

/** The media type and content of an export in each format. */
export const exportFileContent = {
  [exportMediaTypes.csv]: z.string().meta({ examples: [csvExample] }),
  [exportMediaTypes.xlsx]: BytesSchema,
  [exportMediaTypes.xml]: z.string().describe('`<products><product><sku>…`'),
  [exportMediaTypes.json]: z.array(
    z
      .looseObject({ sku: z.string().optional().describe('Where it is among the columns.') })
      .meta({ id: 'ExportedProduct', description: 'The columns of a product, nested by their keys.' }),
  ),
};

/** An exported file, in any format. */
export const ExportFileSchema = fileOf(exportFileContent, {
  description: 'The file.',
  headers: {
    [exportHeaders.count]: { description: 'Rows written.', schema: { type: 'integer', minimum: 0 } },
    [exportHeaders.warnings]: { description: 'Problems that are not fatal.', schema: { type: 'integer', minimum: 0 } },
  },
});

/** The result of a completed export job. */
export const ExportResultSchema = z
  .object({
    fileKey: z.string().describe('An opaque name of the file; `links.download` of the job has its content.'),
    fileName: z.string(),
    count: z.int().min(0).describe('Rows written.'),
    warnings: z.int().min(0).describe('Problems that are not fatal; the errors of the job list them.'),
    size: z.int().min(0).describe('Bytes.'),
  })
  .meta({ id: 'ExportResult' });

export type ExportRequest = z.output<typeof ExportRequestSchema>;
export type ExportRequestInput = z.input<typeof ExportRequestSchema>;
export type ExportResult = z.output<typeof ExportResultSchema>;

/** The largest synchronous export, as text. */
export const synchronousExport = `${limits.exportRows.toLocaleString('en')} rows`;
