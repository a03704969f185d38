import { secret } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { RecordTypeSchema } from '../../values/record-types.ts';
import { trimmed } from '../../values/text.ts';
import { ShownProductFilterSchema } from '../products/product-filter.schema.ts';
import { exportOptionsShape } from './export-options.schema.ts';
import { DelimiterNameSchema, exportFormats } from './export-values.ts';

const token = 'k7Yb0N3vG5tq1mZrX8w2cHs6JdPfA4LuTiVoE9xQyRg';

const feedUrls = Object.fromEntries(
  exportFormats.map((format) => [format, `https://pim.example.com/api/v1/feeds/${token}.${format}`]),
);

const example = {
  id: 'exp_01k9f2v6m8e5fa1s3tqzc7d4xb',
  name: 'Price list',
  format: 'csv',
  recordType: 'products',
  filter: { status: ['approved'] },
  columns: ['sku', 'name', 'prices.EUR'],
  locales: null,
  currencies: null,
  includeVariants: true,
  delimiter: 'semicolon',
  bom: true,
  feedUrls,
  lastRun: { at: '2026-01-31T10:00:00.000Z', via: 'feed', format: 'csv', count: 1840, warnings: 0 },
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

const ExportFormatSchema = z
  .enum(exportFormats)
  .meta({ id: 'ExportFormat', description: 'The format of a file of products.' });

/** How an export profile was run. */
export const exportRunKinds = ['feed', 'export'] as const;

/** The most recent run of an export profile. */
export const ExportRunSchema = z
  .object({
    at: TimestampSchema,
    via: z.enum(exportRunKinds).describe('`feed`: the file of a feed was regenerated. `export`: `POST /exports`.'),
    format: z.enum(exportFormats),
    count: z.int().min(0).describe('Rows written.'),
    warnings: z.int().min(0).describe('Problems that were not fatal.'),
  })
  .meta({ id: 'ExportRun', description: 'The most recent run of an export profile.' });

/** A saved export with the addresses of its feeds. */
export const ExportProfileSchema = z
  .object({
    id: recordIdOf('exportProfile'),
    name: z.string().describe('Unique in the workspace.'),
    format: ExportFormatSchema.describe('For exports that do not request another one.'),
    recordType: RecordTypeSchema,
    filter: ShownProductFilterSchema,
    columns: z.array(z.string()).nullable().describe('Null: every column in which a product has a value.'),
    locales: z.array(LocaleSchema).nullable().describe('Null: all.'),
    currencies: z.array(CurrencySchema).nullable().describe('Null: all.'),
    includeVariants: z.boolean().describe('Whether variants come with their parents.'),
    delimiter: DelimiterNameSchema.describe('Between the cells of CSV.'),
    bom: z.boolean().describe('Whether CSV starts with a byte order mark.'),
    feedUrls: secret(
      z.object(
        Object.fromEntries(
          exportFormats.map((format) => [format, z.url().describe(`The feed as ${format.toUpperCase()}.`)]),
        ) as Record<(typeof exportFormats)[number], z.ZodURL>,
      ),
    ).describe('Where the export can be fetched without a key, in each format. Anyone with an address can read it.'),
    lastRun: ExportRunSchema.nullable().describe('Null before the first.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({ id: 'ExportProfile', description: 'A saved export with the addresses of its feeds.', examples: [example] });

const name = trimmed(100);

/** The body that creates an export profile. */
export const ExportProfileCreateSchema = z
  .strictObject({ name: name.describe('Unique in the workspace.'), ...exportOptionsShape })
  .meta({
    id: 'ExportProfileCreate',
    description: 'An export profile to create.',
    examples: [
      {
        name: example.name,
        filter: example.filter,
        columns: example.columns,
        delimiter: example.delimiter,
        bom: example.bom,
      },
    ],
  });

const nullable = <Schema extends z.ZodType>(schema: z.ZodOptional<Schema>) =>
  schema
    .unwrap()
    .nullable()
    .optional()
    .describe(`${schema.description ?? ''} Null sets the default.`);

/** The body that changes an export profile. */
export const ExportProfilePatchSchema = z
  .strictObject({
    name: name.optional().describe('Unique in the workspace.'),
    filter: nullable(exportOptionsShape.filter),
    format: exportOptionsShape.format,
    columns: nullable(exportOptionsShape.columns),
    locales: nullable(exportOptionsShape.locales),
    currencies: nullable(exportOptionsShape.currencies),
    includeVariants: exportOptionsShape.includeVariants,
    delimiter: exportOptionsShape.delimiter,
    bom: exportOptionsShape.bom,
  })
  .meta({
    id: 'ExportProfilePatch',
    description: 'Changes to an export profile. Properties that are not sent stay as they are.',
    examples: [{ columns: null, bom: false }],
  });

export const ExportProfilePathSchema = z.object({ id: RefSchema.describe('Id of the export profile.') });

export const FeedPathSchema = z.object({
  feed: RefSchema.describe('The secret of the feed and its format: `….csv`, as `feedUrls` has it.'),
});

/** The maximum number of export profiles, as text. */
export const exportProfileLimit = `A workspace has at most ${limits.exportProfiles} export profiles`;

export type ExportProfile = z.input<typeof ExportProfileSchema>;
export type ExportRun = z.output<typeof ExportRunSchema>;
export type ExportProfileCreate = z.output<typeof ExportProfileCreateSchema>;
export type ExportProfilePatch = z.output<typeof ExportProfilePatchSchema>;
