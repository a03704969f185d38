import { filePart, formField } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import {
  type ImportMapping,
  ImportMappingSchema,
  type ImportOptions,
  ImportOptionsSchema,
  type SentImportOptions,
  SentImportOptionsSchema,
} from './import.schema.ts';

/** Parses `categories,options` to `{ "categories": true, "options": true }`. */
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

/** Each option as a field, without its default: a client that sends defaults would overwrite `options`. */
const optionFields = Object.fromEntries(
  Object.entries(ImportOptionsSchema.shape).map(([name, schema]) => {
    const field = formField(withoutDefault(schema), name === 'createMissing' ? { read: readCreateMissing } : {});
    return [name, field.optional().meta({ description: schema.description })];
  }),
) as unknown as typeof SentImportOptionsSchema.shape;

function withoutDefault(schema: z.ZodType): z.ZodType {
  const hasDefault = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return hasDefault ? (schema.unwrap() as z.ZodType) : schema;
}

/** The body of POST /imports, as `multipart/form-data`. */
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
    profile: formField(z.string().min(1).max(200))
      .optional()
      .describe('Id or name of an import profile. Settings in the request override its own.'),
    options: formField(SentImportOptionsSchema)
      .optional()
      .describe('JSON. Each option may also be sent as a field, which then wins.'),
    ...optionFields,
  })
  .meta({ id: 'ImportForm', description: 'A file to import, and how it is read.' });

/** The same without the file, for callers that provide it in another way. */
export const ImportFieldsSchema = ImportFormSchema.omit({ file: true });

export type ImportForm = z.output<typeof ImportFormSchema>;

/** How a file is imported, as far as a caller, a preset or a profile has specified it. */
export interface ImportSettings extends SentImportOptions {
  readonly mapping?: ImportMapping | undefined;
}

/** The settings in a form: its mapping, the options sent as JSON, overridden by those sent as fields. */
export function toImportSettings({ options, profile: _, ...fields }: Omit<ImportForm, 'file'>): ImportSettings {
  return mergeImportSettings(options ?? {}, withoutUndefined(fields));
}

/**
 * Merges settings: later ones win; for `valueMaps` and `defaults`, entry by entry.
 *
 * @example
 * mergeImportSettings({ defaults: { brand: 'Kiln' } }, { mode: 'update', defaults: { status: 'draft' } });
 * // { mode: 'update', defaults: { brand: 'Kiln', status: 'draft' } }
 */
export function mergeImportSettings(...layers: readonly ImportSettings[]): ImportSettings {
  const merged = Object.assign({}, ...layers.map(withoutUndefined)) as ImportSettings;
  for (const name of ['valueMaps', 'defaults'] as const) {
    if (merged[name] !== undefined)
      Object.assign(merged, { [name]: Object.assign({}, ...layers.map((layer) => layer[name])) });
  }
  return merged;
}

function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

/** The options of settings, with the defaults of those that are not set. */
export function toImportOptions({ mapping: _, ...options }: ImportSettings): ImportOptions {
  return ImportOptionsSchema.parse(options);
}
