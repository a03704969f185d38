import { z } from 'zod';
import { CodeSchema, idOf, RefSchema, recordIdOf, SkuSchema } from '../../values/identifiers.ts';
import { LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { productFieldExamples, productFieldOutputs } from './product-fields.ts';

const at = '2026-01-31T09:30:00.000Z';

/** A product as the API returns it, for the documents generated from the contract. */
export const productExample = {
  id: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xw',
  sku: 'MUG-BLUE',
  type: 'simple',
  parent: null,
  variantAxes: [],
  status: 'approved',
  version: 3,
  ...productFieldExamples,
  completeness: 100,
  createdAt: at,
  updatedAt: at,
};

export const productTypes = ['simple', 'parent', 'variant'] as const;
export const productStatuses = ['draft', 'in_review', 'approved', 'archived'] as const;

export type ProductType = (typeof productTypes)[number];
export type ProductStatus = (typeof productStatuses)[number];

/** The statuses that a product may change to, for each status. */
export const statusMoves: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['in_review', 'approved', 'archived'],
  in_review: ['draft', 'approved', 'archived'],
  approved: ['in_review', 'archived'],
  archived: ['draft'],
};

export const CompletenessDetailsSchema = z
  .object({
    required: z.int().min(0).describe('Fields that are required.'),
    filled: z.int().min(0).describe('Those of them that have a value.'),
    missing: z.array(z.string()).describe('Dotted paths of required fields that are empty.'),
  })
  .meta({ id: 'CompletenessDetails', description: 'The required content of a product, and what is missing.' });

const identity = {
  id: recordIdOf('product'),
  sku: SkuSchema,
  type: z
    .enum(productTypes)
    .meta({ id: 'ProductType', description: 'A simple product, a parent with variants, or a variant.' }),
  parent: z
    .object({ id: idOf('product'), sku: SkuSchema })
    .meta({ id: 'ProductRef', description: 'The id and SKU of the product referred to.' })
    .nullable()
    .describe('The parent of a variant, else null.'),
  variantAxes: z.array(CodeSchema).describe('Attributes in which the variants of a parent differ; empty elsewhere.'),
  variantCount: z.int().min(0).optional().describe('Only on parents.'),
  status: z.enum(productStatuses).meta({ id: 'ProductStatus', description: 'The lifecycle status of a product.' }),
  version: z.int().min(1).describe('Grows by one with every change.'),
};

/** A product has its translations or, if a locale was requested, these properties in their place. */
const localization = {
  translations: productFieldOutputs.translations
    .optional()
    .describe('Content in the other languages, by locale. Absent when a locale was asked for.'),
  locale: LocaleSchema.optional().describe('The requested locale; absent without one.'),
  fallbackFields: z
    .array(z.string())
    .optional()
    .describe('With `locale`: paths shown in the default language because the locale has no value.'),
};

/** The fields in order, with those that depend on the locale in place of the translations. */
const fields = Object.fromEntries(
  Object.entries(productFieldOutputs).flatMap(([name, schema]): [string, z.ZodType][] =>
    name === 'translations' ? Object.entries(localization) : [[name, schema]],
  ),
) as Omit<typeof productFieldOutputs, 'translations'> & typeof localization;

const measure = {
  completeness: z.int().min(0).max(100).describe('Percentage of required content that is filled.'),
  completenessDetails: CompletenessDetailsSchema.optional().describe('On single products, not in lists.'),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema.describe('Changes with every change of the product.'),
};

/** A product in all languages, or with its content in the requested one. */
export const ProductSchema = z
  .object({
    ...identity,
    ...fields,
    ...measure,
    get variants(): z.ZodOptional<z.ZodArray<z.ZodType<unknown>>> {
      return z
        .array(ProductSchema as z.ZodType<unknown>)
        .optional()
        .describe('With `include=variants`, on parents.');
    },
  })
  .meta({ id: 'Product', description: 'A product with its content.', examples: [productExample] });

export type CompletenessDetails = z.output<typeof CompletenessDetailsSchema>;
type Common = Omit<z.output<typeof ProductSchema>, keyof typeof localization | 'variants'>;
type Localization = Required<Pick<z.output<typeof ProductSchema>, keyof typeof localization>>;

/** A product in all languages. */
export type Product = Common & Pick<Localization, 'translations'> & { variants?: Product[] };
/** A product with its content in one locale. */
export type LocalizedProduct = Common & Omit<Localization, 'translations'> & { variants?: LocalizedProduct[] };

/** `{idOrSku}` in a path: an id match wins, then the SKU. */
export const ProductPathSchema = z.object({ idOrSku: RefSchema.describe('Product id or SKU.') });
