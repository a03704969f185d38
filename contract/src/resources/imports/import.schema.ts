import { alsoAccepted } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { RefSchema } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema } from '../../values/locale.ts';
import { RecordTypeSchema } from '../../values/record-types.ts';
import { webAddressPattern } from '../../values/text.ts';
import { attributeTypes } from '../catalog/attribute.schema.ts';
import { productStatuses, productTypes } from '../products/product.schema.ts';
import { importPresets, importTransforms } from './import-presets.ts';

/** The target of a file column that is ignored. */
export const ignoredColumn = '__ignore__';

/** Prefix of the target of a file column that becomes a new attribute; its type follows. */
export const newAttributeTarget = '__new_attribute__:';

/** The same for a new attribute that can be a variant axis. */
export const newAxisTarget = '__new_axis__:';

/** The column with the errors in a file of failed rows. */
export const importErrorColumn = 'error';

const columnTarget = z.string().min(1).max(300);

/** One column of a file may have several targets. */
const columnTargets = z.union([columnTarget, z.array(columnTarget).min(1).max(limits.importTargets)]);

/** The target, or targets, of each column of a file. */
export const ImportMappingSchema = z.record(z.string(), columnTargets).meta({
  id: 'ImportMapping',
  description: `File column to column key, or a list of them (\`name\`, \`prices.EUR\`, \`attributes.color\`, \`translations.de.name\`), \`${ignoredColumn}\`, or \`${newAttributeTarget}<type>\` with one of ${attributeTypes.join(', ')}, or \`${newAxisTarget}<type>\` for an attribute in which variants may differ. A repeated header is addressed as \`Name#2\`. Columns that are not in it are left out.`,
  examples: [
    { 'Article no': ['sku', 'mpn'], Titel: 'translations.de.name', Price: 'prices.EUR', Notes: ignoredColumn },
  ],
});

const createMissing = z.strictObject({
  categories: z.boolean().optional().default(false).describe('Categories that cells name.'),
  attributes: z.boolean().optional().default(false).describe('An unknown column becomes a text attribute.'),
  options: z.boolean().optional().default(false).describe('Of select and multiselect attributes.'),
  collections: z.boolean().optional().default(false).describe('Collections that cells name.'),
});

const cellText = z.string().max(1_000);

/** Texts of cells, and their replacements. */
const valueMap = z
  .record(cellText, cellText)
  .refine((map) => Object.keys(map).length <= limits.importValues, `At most ${limits.importValues} values.`);

const anyOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(limits.listFilterValues).optional();

/** The filters of `GET /products` that restrict which products a file covers. */
const missingFilter = z.strictObject({
  category: anyOf(RefSchema).describe('Codes or ids of categories; those below them count, too.'),
  collection: anyOf(RefSchema).describe('Codes or ids of collections.'),
  brand: z.string().min(1).max(255).optional().describe('Exactly this brand.'),
  tag: anyOf(z.string().min(1).max(255)).describe('Any of these tags.'),
  type: anyOf(z.enum(productTypes)).describe('Any of these types.'),
  status: anyOf(z.enum(productStatuses)).describe('Any of these statuses.'),
});

/** The decimal separator, by each accepted way to write it. */
const decimalSeparators = { auto: 'auto', point: '.', comma: ',', '.': '.', ',': ',' } as const;

/** The order of the parts of a date, with any separator. */
export const dateFormats = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

/** The same orders with other separators; generators would give them duplicate names. */
const otherDateFormats = ['DD.MM.YYYY', 'DD-MM-YYYY', 'MM-DD-YYYY', 'YYYY/MM/DD'] as const;

/** How a file is read, and how its rows are imported. */
export const ImportOptionsSchema = z
  .strictObject({
    recordType: RecordTypeSchema.optional()
      .default('products')
      .describe(
        'What the rows are. Records of the catalog are named by their `code`, and need the scope `catalog:write`, too.',
      ),
    dryRun: z.boolean().optional().default(false).describe('Check every row and save nothing.'),
    mode: z
      .enum(['upsert', 'create', 'update'])
      .optional()
      .default('upsert')
      .describe('create: products that exist are errors; update: those that do not.'),
    matchBy: z
      .enum(['sku', 'id', 'gtin'])
      .optional()
      .default('sku')
      .describe('What names the product of a row. With `id`, a row without one is a new product.'),
    emptyCells: z
      .enum(['ignore', 'clear'])
      .optional()
      .default('ignore')
      .describe('clear: an empty cell empties the field. SKU, type, parent, axes, status, currency and units stay.'),
    createMissing: createMissing
      .prefault({})
      .describe(
        'Which records are created where a cell names one that does not exist; else that is an error of the row.',
      ),
    delimiter: z.string().length(1).optional().describe('Of a CSV file. Default: detected.'),
    encoding: z
      .string()
      .max(40)
      .optional()
      .default('auto')
      .describe('`auto`, `utf-8`, `utf-16le`, `windows-1252`, … A byte order mark wins.'),
    sheet: z.string().min(1).max(100).optional().describe('Of a workbook. Default: the first one.'),
    header: z
      .union([z.enum(['auto', 'true', 'false']), alsoAccepted(z.boolean())], { error: 'Must be auto, true or false.' })
      .transform((header) => (header === 'auto' ? header : String(header) === 'true'))
      .optional()
      .default('auto')
      .describe(
        'Whether the first row of a CSV, TSV or XLSX file names the columns. Without a header they are `#1`, `#2`, …; `auto` is false when the mapping names columns so.',
      ),
    itemPath: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Where the items of an XML or JSON file are: a dotted path, or the name of an element.'),
    decimalSeparator: z
      .union([z.enum(['auto', 'point', 'comma']), alsoAccepted(z.enum(['.', ',']))], {
        error: 'Must be auto, point or comma.',
      })
      .transform((name) => decimalSeparators[name])
      .optional()
      .default('auto')
      .describe(
        'Of numbers in text cells. `auto` finds it for each column; a column with nothing but numbers such as `1.234`, which can be read in two ways, is refused.',
      ),
    dateFormat: z
      .union([z.enum(['auto', ...dateFormats]), alsoAccepted(z.enum(otherDateFormats))], {
        error: `Must be auto, ${dateFormats.join(', ')}, or one of these with other characters in between.`,
      })
      .optional()
      .default('auto')
      .describe(
        'Of dates in text cells. `auto` finds it for each column, and refuses one that has only dates such as `03/04/2026`.',
      ),
    listSeparator: z
      .string()
      .min(1)
      .max(5)
      .regex(/^[^\\]+$/, 'Must not contain a backslash.')
      .optional()
      .describe(
        'Between the items of a list; escaped by a backslash where an item contains it. Default `|`, and a comma where the preset says so.',
      ),
    imageBase: z
      .url({ protocol: /^https?$/, error: 'Must be an absolute https URL.' })
      .max(1_000)
      .meta({ pattern: webAddressPattern })
      .optional()
      .describe('What relative addresses of images are put behind, such as `https://shop.example.com/media`.'),
    onRepeat: z
      .enum(['warn', 'error'])
      .optional()
      .default('warn')
      .describe(
        'What happens to a row that names the product of an earlier row again. warn: it is saved over the earlier one, and a warning names both; error: it is refused.',
      ),
    shortRows: z
      .enum(['error', 'pad'])
      .optional()
      .default('error')
      .describe('Of rows of a CSV or TSV file that have fewer cells than the header. pad: what is missing is empty.'),
    preset: z
      .enum(['auto', 'none', ...importPresets])
      .optional()
      .default('auto')
      .describe(
        'The system that wrote the file. `auto` detects it by the columns, unless a mapping is sent; `none` reads the columns as they are. A preset says what the columns mean and sets options that are not sent.',
      ),
    transform: z
      .enum(importTransforms)
      .optional()
      .describe(
        'The transformation of the rows before they are mapped, such as grouping rows into a parent and its variants. Default: that of the preset.',
      ),
    valueMaps: z
      .record(z.string().max(300), valueMap)
      .optional()
      .describe(
        'By file column or column key: texts of cells and their replacements, such as `{"status": {"published": "approved"}}`. Other cells stay as they are; an empty text empties the cell.',
      ),
    defaults: z
      .record(z.string().max(300), cellText)
      .optional()
      .describe(
        'By column key: the cell of new products whose row has none, such as `{"category": "lamps"}`. `currency` and units apply to every row with such an amount.',
      ),
    skuFrom: z
      .array(z.string().min(1).max(300))
      .max(limits.importSkuColumns)
      .optional()
      .describe('File columns whose cells together are the SKU of rows that have none. Empty cells are left out.'),
    skuSeparator: z
      .string()
      .max(5)
      .regex(/^[\w.-]*$/, 'Must be letters, digits, ".", "_" or "-".')
      .optional()
      .default('-')
      .describe('Between the cells of `skuFrom`.'),
    missing: z
      .enum(['keep', 'archive'])
      .optional()
      .default('keep')
      .describe(
        'What happens to products missing from the file. archive: they are archived once all rows are saved; none are if a row has failed or the file has no rows. Only with `matchBy` `sku`.',
      ),
    missingFilter: missingFilter
      .optional()
      .describe('Which products `missing` archives. Every filter has to match. Default: all of the workspace.'),
    locale: LocaleSchema.optional().describe('The language of the texts. Default: that of the workspace.'),
    currency: CurrencySchema.optional().describe('Of prices whose column names none. Default: that of the product.'),
    defaultStatus: z.enum(productStatuses).optional().describe('Of new products whose row has none. Default: draft.'),
    defaultType: z
      .enum(['simple', 'parent'])
      .optional()
      .describe('Of new products whose row has neither type nor parent. Default: simple.'),
    maxErrors: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('The import ends as failed once more rows than this have failed; what was saved before stays.'),
  })
  .describe('How a file is read, and how its rows are imported.');

type OptionShape = typeof ImportOptionsSchema.shape;

type SentShape = {
  readonly [Name in keyof OptionShape]: z.ZodOptional<
    z.ZodType<z.output<OptionShape[Name]>, z.input<OptionShape[Name]>>
  >;
};

/**
 * The options as they are sent: their defaults are documented but not filled in, because an option that is not sent may
 * be set elsewhere.
 */
export const SentImportOptionsSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(ImportOptionsSchema.shape).map(([name, schema]) => [name, withDefaultTold(schema)]),
    ) as unknown as SentShape,
  )
  .meta({
    id: 'ImportOptions',
    description: 'How a file is read, and how its rows are imported.',
    examples: [{ dryRun: true, createMissing: { options: true }, decimalSeparator: 'comma' }],
  });

const { decimalSeparator, dateFormat, header } = SentImportOptionsSchema.shape;

/** Options as a profile or a job shows them: in the form of {@link writeImportOptions}. */
export const ShownImportOptionsSchema = z
  .object({
    ...SentImportOptionsSchema.shape,
    decimalSeparator: z
      .enum(['auto', 'point', 'comma'])
      .optional()
      .describe(decimalSeparator.description ?? ''),
    dateFormat: z
      .enum(['auto', ...dateFormats])
      .optional()
      .describe(dateFormat.description ?? ''),
    header: z
      .enum(['auto', 'true', 'false'])
      .optional()
      .describe(header.description ?? ''),
  })
  .meta({
    id: 'ImportFileOptions',
    description: 'How a file is read, and how its rows are imported, as it was saved.',
  });

/** Options in the form in which JSON stores and shows them; parsing them again gives the same options. */
export function writeImportOptions(options: SentImportOptions): ShownImportOptions {
  const { decimalSeparator, dateFormat, header, ...others } = options;
  const orderOf = (format: string) => format.replaceAll(/\W/g, '');
  const separators = { auto: 'auto', '.': 'point', ',': 'comma' } as const;
  const written = {
    ...others,
    ...(decimalSeparator !== undefined && { decimalSeparator: separators[decimalSeparator] }),
    ...(dateFormat !== undefined && {
      dateFormat: dateFormats.find((format) => orderOf(format) === orderOf(dateFormat)) ?? ('auto' as const),
    }),
    ...(header !== undefined && { header: String(header) as 'auto' | 'true' | 'false' }),
  };
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

function withDefaultTold(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)) return schema;
  const { description, def } = schema;
  return (schema.unwrap() as z.ZodType).optional().meta({ description, default: def.defaultValue });
}

/** Options that only apply to imports of products. */
export const productImportOptions = [
  ...(['matchBy', 'createMissing', 'imageBase', 'preset', 'transform', 'defaults', 'skuFrom', 'skuSeparator'] as const),
  ...(['missing', 'missingFilter', 'currency', 'defaultStatus', 'defaultType'] as const),
] satisfies readonly (keyof OptionShape)[];

export type ImportMapping = z.output<typeof ImportMappingSchema>;
export type ImportOptions = z.output<typeof ImportOptionsSchema>;
export type SentImportOptions = z.output<typeof SentImportOptionsSchema>;
export type ShownImportOptions = z.output<typeof ShownImportOptionsSchema>;
