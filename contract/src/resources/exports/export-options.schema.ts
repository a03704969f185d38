import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CurrencySchema, LocaleSchema } from '../../values/locale.ts';
import { RecordTypeSchema } from '../../values/record-types.ts';
import { SortedProductFilterSchema } from '../products/product-filter.schema.ts';
import { DelimiterSchema, exportFormats } from './export-values.ts';

const distinct = <Member extends z.ZodType<string, string>>(member: Member, max: number) =>
  z
    .array(member)
    .min(1)
    .max(max)
    .transform((members) => [...new Set(members)]);

/** What is exported and in which form: part of a request, and stored in an export profile. */
export const exportOptionsShape = {
  recordType: RecordTypeSchema.optional().describe(
    'What the rows are. Default `products`; other records take no filter, currencies, variants, images or XML.',
  ),
  filter: SortedProductFilterSchema.optional().describe(
    'Which products: the filters and the order of `GET /products`; without it all. Default order: `sku:asc`.',
  ),
  format: z.enum(exportFormats).optional().describe('Default `csv`.'),
  columns: distinct(z.string().min(1).max(250), limits.exportColumns)
    .optional()
    .describe(
      'Keys of columns, in their order: `sku`, `name`, `prices.EUR`, `attributes.color`, `translations.de.name`. Default: every column in which a product has a value.',
    ),
  locales: distinct(LocaleSchema, 100)
    .optional()
    .describe('Locales of the workspace whose translations are exported. Default: all.'),
  currencies: distinct(CurrencySchema, 100).optional().describe('Currencies whose prices are exported. Default: all.'),
  includeVariants: z
    .boolean()
    .optional()
    .describe(
      'Default true: with a product that `q`, `sku`, `ids`, `category`, `collection`, `tag` or `brand` picks come its variants; the other filters hold for each row. False: no variants.',
    ),
  delimiter: DelimiterSchema.optional().describe('Between the cells of CSV. Default: `comma`.'),
  bom: z.boolean().optional().describe('Whether CSV starts with a byte order mark, for Excel. Default false.'),
};

/** The options of {@link exportOptionsShape} that only apply to CSV. */
export const csvOptions = ['delimiter', 'bom'] as const;

export const ExportOptionsSchema = z.strictObject(exportOptionsShape);

export type ExportOptions = z.output<typeof ExportOptionsSchema>;
/** Options as they are written and stored. */
export type ExportOptionsInput = z.input<typeof ExportOptionsSchema>;
