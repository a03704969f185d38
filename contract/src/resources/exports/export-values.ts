import { alsoAccepted } from '@contract-kit/http-spec/zod';
import { z } from 'zod';

/** Export formats. */
export const exportFormats = ['csv', 'xlsx', 'xml', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** The media type of each format. */
export const exportMediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  json: 'application/json',
} as const satisfies Readonly<Record<ExportFormat, string>>;

/** The media type of an export with images: the file and a folder of images. */
export const imagesMediaType = 'application/zip';

/** Delimiters of CSV files, by name. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

export type Delimiter = keyof typeof delimiters;

const delimiterNames = Object.keys(delimiters) as [Delimiter, ...Delimiter[]];

export const DelimiterNameSchema = z
  .enum(delimiterNames)
  .meta({ id: 'Delimiter', description: 'What separates the cells of a CSV file.' });

/** The name of a delimiter; the character itself is accepted and converted to its name. */
export const DelimiterSchema = z
  .union([DelimiterNameSchema, alsoAccepted(z.enum(Object.values(delimiters)))], {
    error: `Must be ${delimiterNames.join(', ')}, or the character itself.`,
  })
  .transform((text) => delimiterNames.find((name) => name === text || delimiters[name] === text) as Delimiter);

/** Names of the header fields of an exported file. */
export const exportHeaders = { count: 'X-Export-Count', warnings: 'X-Export-Warnings' } as const;
