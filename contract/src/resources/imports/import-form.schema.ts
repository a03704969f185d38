import { filePart } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { ImportMappingSchema, type ImportOptions, ImportOptionsSchema } from './import.schema.ts';

/** JSON in a text field of a form. */
const jsonField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', message: 'Must be JSON.', input: text });
        return z.NEVER;
      }
    })
    .pipe(schema);

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

type OptionName = keyof ImportOptions;
type OptionFields = { readonly [Name in OptionName]: z.ZodOptional<z.ZodType<ImportOptions[Name], string>> };

/** The options as fields of their own: text that is read as what the option is. */
const optionFields = Object.fromEntries(
  Object.entries(ImportOptionsSchema.shape).map(([name, schema]) => {
    const read = name === 'createMissing' ? readCreateMissing : isText(schema) ? (text: string) => text : readJson;
    const { description } = schema;
    return [name, z.string().transform(read).pipe(schema).optional().meta({ description })];
  }),
) as unknown as OptionFields;

function isText(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isText(schema.unwrap() as z.ZodType);
  return schema.type === 'string' || schema.type === 'enum';
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
    mapping: jsonField(ImportMappingSchema)
      .optional()
      .describe('JSON: file column to column key. Default: mapped automatically.'),
    options: jsonField(ImportOptionsSchema).optional().describe('JSON. Each option may also be a field of its own.'),
    ...optionFields,
  })
  .meta({ id: 'ImportForm' });

/** The same without the file, for whoever has it otherwise. */
export const ImportFieldsSchema = ImportFormSchema.omit({ file: true });

export type ImportForm = z.output<typeof ImportFormSchema>;

/** The options of a form: those sent as JSON, and over them those sent as fields of their own. */
export function toImportOptions({ options, ...fields }: Omit<ImportForm, 'file' | 'mapping'>): ImportOptions {
  const known = Object.keys(ImportOptionsSchema.shape);
  const sent = Object.entries(fields).filter(([name, value]) => known.includes(name) && value !== undefined);
  return { ...(options ?? ImportOptionsSchema.parse({})), ...Object.fromEntries(sent) };
}
