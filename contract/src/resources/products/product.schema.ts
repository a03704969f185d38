import { z } from 'zod';
import { CodeSchema, idOf, RefSchema, SkuSchema } from '../../values/identifiers.ts';
import { LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { localizedProductExample, productExample } from './product.examples.ts';
import { productFieldOutputs } from './product-fields.ts';

export const productTypes = ['simple', 'parent', 'variant'] as const;
export const productStatuses = ['draft', 'in_review', 'approved', 'archived'] as const;

export type ProductType = (typeof productTypes)[number];
export type ProductStatus = (typeof productStatuses)[number];

/** Where a product may go from each status. */
export const statusMoves: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['in_review', 'approved', 'archived'],
  in_review: ['draft', 'approved', 'archived'],
  approved: ['in_review', 'archived'],
  archived: ['draft'],
};

export const CompletenessDetailsSchema = z
  .object({
    required: z.int().min(0),
    filled: z.int().min(0),
    missing: z.array(z.string()).describe('Dotted paths of what is required and empty.'),
  })
  .meta({ id: 'CompletenessDetails' });

const identity = {
  id: idOf('product'),
  sku: SkuSchema,
  type: z.enum(productTypes),
  parent: z
    .object({ id: idOf('product'), sku: SkuSchema })
    .nullable()
    .describe('The parent of a variant, else null.'),
  variantAxes: z.array(CodeSchema).describe('Attributes in which the variants of a parent differ; empty elsewhere.'),
  variantCount: z.int().min(0).optional().describe('Only on parents.'),
  status: z.enum(productStatuses),
  version: z.int().min(1).describe('Grows by one with every change.'),
};

const localization = {
  locale: LocaleSchema.describe('The locale that was asked for.'),
  fallbackFields: z.array(z.string()).describe('Paths shown in the default language because the locale has none.'),
};

/** The fields with the localization in place of the translations. */
const localizedFields = Object.fromEntries(
  Object.entries(productFieldOutputs).flatMap(([name, schema]) =>
    name === 'translations' ? Object.entries(localization) : [[name, schema]],
  ),
) as Omit<typeof productFieldOutputs, 'translations'> & typeof localization;

const measure = {
  completeness: z.int().min(0).max(100),
  completenessDetails: CompletenessDetailsSchema.optional().describe('On single products, not in lists.'),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema.describe('Changes with every change of the product.'),
};

/** A product. */
export const ProductSchema = z
  .object({
    ...identity,
    ...productFieldOutputs,
    ...measure,
    get variants(): z.ZodOptional<z.ZodArray<z.ZodType<unknown>>> {
      return z.array(ProductSchema as z.ZodType<unknown>).optional();
    },
  })
  .meta({ id: 'Product', examples: [productExample] });

/** A product with its content in one locale. */
export const LocalizedProductSchema = z
  .object({
    ...identity,
    ...localizedFields,
    ...measure,
    get variants(): z.ZodOptional<z.ZodArray<z.ZodType<unknown>>> {
      return z.array(LocalizedProductSchema as z.ZodType<unknown>).optional();
    },
  })
  .meta({ id: 'LocalizedProduct', examples: [localizedProductExample] });

export type CompletenessDetails = z.output<typeof CompletenessDetailsSchema>;
export type Product = Omit<z.output<typeof ProductSchema>, 'variants'> & { variants?: Product[] };
export type LocalizedProduct = Omit<z.output<typeof LocalizedProductSchema>, 'variants'> & {
  variants?: LocalizedProduct[];
};

/** `{idOrSku}` in a path: an id match wins, then the SKU. */
export const ProductPathSchema = z.object({ idOrSku: RefSchema.describe('Product id or SKU.') });
