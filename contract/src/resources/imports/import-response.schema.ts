import { z } from 'zod';
import { limits } from '../../limits.ts';
import { idOf } from '../../values/identifiers.ts';
import { RecordTypeSchema } from '../../values/record-types.ts';
import { jobStatuses } from '../jobs/job-values.ts';
import { dateFormats, ShownImportOptionsSchema } from './import.schema.ts';
import { importPresets } from './import-presets.ts';

const count = z.int().min(0);

/** The `result` of an import job: what the import did, or what a dry run would do. */
export const ImportResultSchema = z
  .object({
    dryRun: z.boolean(),
    total: count.describe('Rows looked at.'),
    created: count,
    updated: count,
    unchanged: count,
    failed: count,
    archived: count.describe('Products that the file does not name and that were archived, with `missing`.'),
    archivedSkus: z.array(z.string()).max(limits.importArchivedSkus).describe('SKUs of the first of them.'),
    createdCategories: z.array(z.string()).describe('Codes.'),
    createdCollections: z.array(z.string()).describe('Codes.'),
    createdAttributes: z.array(z.string()).describe('Codes.'),
    createdOptions: z.array(z.string()).describe('`<attribute code>.<option code>`.'),
  })
  .meta({ id: 'ImportResult' });

/** A column of text cells with ambiguous numbers. */
export const AmbiguousNumbersSchema = z
  .object({
    column: z.string().describe('As the file names it.'),
    samples: z
      .array(
        z
          .object({
            text: z.string().describe('As the file has it.'),
            point: z.number().describe('What it is when `decimalSeparator` is `point`.'),
            comma: z.number().describe('What it is when `decimalSeparator` is `comma`.'),
          })
          .meta({ id: 'AmbiguousNumbersSample', description: 'A number and its two readings.' }),
      )
      .describe('The first different ones.'),
  })
  .meta({
    id: 'AmbiguousNumbers',
    description: 'A column whose numbers can be read in two ways.',
    examples: [{ column: 'Price', samples: [{ text: '1.234', point: 1.234, comma: 1234 }] }],
  });

/** A column of text cells with ambiguous dates. */
export const AmbiguousDatesSchema = z
  .object({
    column: z.string().describe('As the file names it.'),
    samples: z
      .array(
        z
          .object({
            text: z.string().describe('As the file has it.'),
            dayFirst: z.iso.date().describe('What it is when `dateFormat` is `DD/MM/YYYY`.'),
            monthFirst: z.iso.date().describe('What it is when `dateFormat` is `MM/DD/YYYY`.'),
          })
          .meta({ id: 'AmbiguousDatesSample', description: 'A date and its two readings.' }),
      )
      .describe('The first different ones.'),
  })
  .meta({
    id: 'AmbiguousDates',
    description: 'A column whose dates can be read in two ways.',
    examples: [
      { column: 'Released', samples: [{ text: '03/04/2026', dayFirst: '2026-04-03', monthFirst: '2026-03-04' }] },
    ],
  });

/** How one column of a file is imported. */
export const ImportedColumnSchema = z
  .object({
    column: z.string().describe('As the file names it.'),
    targets: z.array(z.string()).describe('What it is read as; empty when it is left out.'),
    samples: z.array(z.string()).describe('Its first different texts, at most three.'),
    decimalSeparator: z
      .enum(['point', 'comma'])
      .nullable()
      .describe('Detected in its numbers; null if none decides it.'),
    dateFormat: z.enum(dateFormats).nullable().describe('Detected in its dates; null if none decides it.'),
  })
  .meta({
    id: 'ImportedColumn',
    description: 'How a column of a file is imported.',
    examples: [
      {
        ...{ column: 'price-EUR', targets: ['prices.EUR'], samples: ['12,50', '9,90'] },
        ...{ decimalSeparator: 'comma', dateFormat: null },
      },
    ],
  });

/** The saved settings that an import uses. */
export const UsedImportProfileSchema = z
  .object({ id: idOf('importProfile'), name: z.string().describe('Its name when the import was accepted.') })
  .meta({ id: 'UsedImportProfile', description: 'The profile that an import uses; null when it uses none.' });

/** An accepted import: what was detected in the file, and the job that imports it. */
export const ImportAcceptedSchema = z
  .object({
    jobId: idOf('job'),
    type: z.literal('import'),
    status: z.enum(jobStatuses),
    dryRun: z.boolean().describe('True: nothing is saved.'),
    recordType: RecordTypeSchema.describe('What the rows of the file are.'),
    profile: UsedImportProfileSchema.nullable(),
    options: ShownImportOptionsSchema.describe(
      'The options that are used: those sent, over those of the profile, over those of the preset, and the defaults of the rest.',
    ),
    mapping: z
      .record(z.string(), z.string())
      .describe(
        'The mapping that is used, the automatic one when none was sent. Of a column with several targets the first one: `columns` has all.',
      ),
    unmappedColumns: z.array(z.string()).describe('Columns of the file that are not read.'),
    columns: z.array(ImportedColumnSchema).describe('How each column of the file is imported, in order.'),
    ambiguousNumbers: z
      .array(AmbiguousNumbersSchema)
      .describe('Columns for which `decimalSeparator` has to be said before they can be imported. Only in a dry run.'),
    ambiguousDates: z
      .array(AmbiguousDatesSchema)
      .describe('Columns for which `dateFormat` has to be said before they can be imported. Only in a dry run.'),
    detected: z
      .object({
        format: z.string().describe('`csv`, `tsv`, `xlsx`, `xml`, `json` or `ndjson`.'),
        encoding: z.string().nullable().describe('Of a text file.'),
        delimiter: z.string().nullable().describe('Between the cells of a CSV or TSV file.'),
        sheet: z.string().nullable().describe('Of a workbook.'),
        header: z.boolean().nullable().describe('Whether the first row names the columns; null for JSON and XML.'),
        dataInHeader: z
          .string()
          .nullable()
          .describe('A cell of the header that looks like data, such as a number: the file may have no header.'),
        rows: count.nullable().describe('Null if counting would require reading the file again.'),
        preset: z
          .string()
          .nullable()
          .describe(`The system that wrote the file, such as \`${importPresets[0]}\`; null when none is known.`),
      })
      .meta({ id: 'DetectedFile', description: 'How the file is read.' }),
    links: z
      .object({
        self: z.string().describe('Address of the job.'),
        cancel: z.string().optional().describe('POST here to cancel it while it is queued or running.'),
      })
      .meta({ id: 'ImportLinks', description: 'Addresses.' }),
  })
  .meta({
    id: 'ImportAccepted',
    description: 'What was found in a file, and the job that imports it.',
    examples: [
      {
        jobId: 'job_01k9f2v6m8e5fa1s3tqzc7d4xb',
        type: 'import',
        status: 'queued',
        dryRun: false,
        recordType: 'products',
        profile: { id: 'imp_01k9f2v6m8e5fa1s3tqzc7d4xb', name: 'Supplier list' },
        options: { dryRun: false, mode: 'upsert', matchBy: 'sku', emptyCells: 'ignore' },
        mapping: { sku: 'sku', 'name-de_DE': 'translations.de.name', 'price-EUR': 'prices.EUR' },
        unmappedColumns: ['family'],
        columns: [
          {
            ...{ column: 'price-EUR', targets: ['prices.EUR'], samples: ['12,50', '9,90'] },
            ...{ decimalSeparator: 'comma', dateFormat: null },
          },
        ],
        ambiguousNumbers: [],
        ambiguousDates: [],
        detected: {
          ...{ format: 'csv', encoding: 'utf-8', delimiter: ';', sheet: null },
          ...{ header: true, dataInHeader: null, rows: 1239, preset: 'akeneo' },
        },
        links: { self: 'https://pim.example.com/api/v1/jobs/job_01k9f2v6m8e5fa1s3tqzc7d4xb' },
      },
    ],
  });

export type ImportedColumn = z.output<typeof ImportedColumnSchema>;
export type AmbiguousDates = z.output<typeof AmbiguousDatesSchema>;
export type AmbiguousNumbers = z.output<typeof AmbiguousNumbersSchema>;
export type ImportResult = z.output<typeof ImportResultSchema>;
export type ImportAccepted = z.output<typeof ImportAcceptedSchema>;
