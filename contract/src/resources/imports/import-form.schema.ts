import { filePart, formField } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { ImportMappingSchema, type ImportOptions, ImportOptionsSchema } from './import.schema.ts';

/** `categories,options` for `{ "categories": true, "options": true }`. */
function readCreateMissing(text: string): unknown {
  if (text.trimStart().startsWith('{')) return readJson(text);
  const names = text.split(',').map((name) => name.trim());
  return Object.fromEntries(names.filter(Boolean).map((name) => [name, true]));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type OptionShape = typeof ImportOptionsSchema.shape;
type OptionFields = {
  readonly [Name in keyof OptionShape]: z.ZodOptional<
    z.ZodType<z.output<OptionShape[Name]>, z.input<OptionShape[Name]>>
  >;
};

/** Each option as a field, without its default: a client that sends defaults would overwrite `options`. */
const optionFields = Object.fromEntries(
  Object.entries(ImportOptionsSchema.shape).map(([name, schema]) => {
    const field = formField(withoutDefault(schema), name === 'createMissing' ? { read: readCreateMissing } : {});
    return [name, field.optional().meta({ description: schema.description })];
  }),
) as unknown as OptionFields;

function withoutDefault(schema: z.ZodType): z.ZodType {
  const hasDefault = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return hasDefault ? (schema.unwrap() as z.ZodType) : schema;
}

/** What POST /imports takes, as `multipart/form-data`. */
export const ImportFormSchema = z
  .strictObject({
    file: filePart({
      mediaTypes: [
        'text/csv',
        'text/tab-separated-values',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/xml',
        'application/json',
        'application/x-ndjson',
        'application/gzip',
      ],
    }).describe('CSV, TSV, XLSX, XML, JSON or NDJSON, also compressed with gzip. Its content says which.'),
    mapping: formField(ImportMappingSchema)
      .optional()
      .describe('JSON: file column to column key. Default: mapped automatically.'),
    options: formField(ImportOptionsSchema)
      .optional()
      .describe('JSON. Each option may also be sent as a field, which then wins.'),
    ...optionFields,
  })
  .meta({ id: 'ImportForm', description: 'A file to import, and how it is read.' });

/** The same without the file, for whoever has it otherwise. */
export const ImportFieldsSchema = ImportFormSchema.omit({ file: true });

export type ImportForm = z.output<typeof ImportFormSchema>;

/** The options of a form: those sent as JSON, and over them those sent as fields of their own. */
export function toImportOptions({ options, ...fields }: Omit<ImportForm, 'file' | 'mapping'>): ImportOptions {
  const known = Object.keys(ImportOptionsSchema.shape);
  const sent = Object.entries(fields).filter(([name, value]) => known.includes(name) && value !== undefined);
  return { ...(options ?? ImportOptionsSchema.parse({})), ...Object.fromEntries(sent) };
}
