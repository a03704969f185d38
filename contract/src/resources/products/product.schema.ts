import { z } from 'zod';
import { CodeSchema, codeRefOf, idOf, RefSchema, SkuSchema } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { AmountSchema, MeasureSchema } from '../../values/numbers.ts';
import { AttributeValueSchema, AttributeValuesSchema } from '../catalog/attribute-value.schema.ts';
import { localizedProductExample, productExample } from './product.examples.ts';

export const productTypes = ['simple', 'parent', 'variant'] as const;
export const productStatuses = ['draft', 'in_review', 'approved', 'archived'] as const;
export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const;
export const dimensionUnits = ['mm', 'cm', 'm', 'in'] as const;
export const associationTypes = ['upsell', 'crossSell', 'substitute', 'pack'] as const;

export type ProductType = (typeof productTypes)[number];
export type ProductStatus = (typeof productStatuses)[number];

/** Where a product may go from each status. */
export const statusMoves: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['in_review', 'approved', 'archived'],
  in_review: ['draft', 'approved', 'archived'],
  approved: ['in_review', 'archived'],
  archived: ['draft'],
};

/** Greatest lengths and counts of product content, in characters and items. */
export const productLimits = {
  name: 500,
  description: 65_535,
  shortDescription: 2_000,
  bullets: { maxItems: 20, maxLength: 500 },
  tags: { maxItems: 100, maxLength: 100 },
  brand: 200,
  manufacturer: 200,
  mpn: 70,
  images: 50,
  variantAxes: 5,
  associations: 100,
} as const;

export const PriceSchema = z
  .object({
    amount: AmountSchema,
    compareAt: AmountSchema.optional().describe('The price before a reduction.'),
    cost: AmountSchema.optional().describe('What the product costs the seller.'),
  })
  .meta({ id: 'Price', examples: [{ amount: 19.99, compareAt: 24.99 }] });

export const UnitsSchema = z
  .object({ weight: z.enum(weightUnits), dimension: z.enum(dimensionUnits) })
  .meta({ id: 'Units', description: 'The units weight, length, width and height are given in.' });

export const ProductImageSchema = z
  .object({
    url: z.string(),
    assetId: idOf('asset').optional().describe('The asset it shows, when it is one.'),
    altText: z.string().optional(),
    role: z.string().optional(),
  })
  .meta({ id: 'ProductImage' });

export const TranslationSchema = z
  .object({
    name: z.string().optional(),
    description: z.string().optional(),
    shortDescription: z.string().optional(),
    bullets: z.array(z.string()).optional(),
    attributes: z.record(CodeSchema, AttributeValueSchema).optional().describe('Localizable attributes only.'),
  })
  .meta({ id: 'Translation' });

export const SeoSchema = z
  .object({ title: z.string().nullable(), description: z.string().nullable(), slug: z.string().nullable() })
  .meta({ id: 'Seo' });

const associationsShape = Object.fromEntries(
  associationTypes.map((type) => [type, z.array(SkuSchema).optional()]),
) as Record<(typeof associationTypes)[number], z.ZodOptional<z.ZodArray<typeof SkuSchema>>>;

export const AssociationsSchema = z.object(associationsShape).meta({
  id: 'Associations',
  description:
    'SKUs of related products by kind of relation. They follow when one of these gets another SKU, and go when it is deleted.',
});

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

const content = {
  name: z.string().nullable().describe('Null only on a variant that has no name of its own.'),
  description: z.string().nullable(),
  shortDescription: z.string().nullable(),
  bullets: z.array(z.string()),
  tags: z.array(z.string()),
  brand: z.string().nullable(),
  manufacturer: z.string().nullable(),
  mpn: z.string().nullable(),
  gtin: z.string().nullable(),
  category: codeRefOf('category').nullable(),
  collections: z.array(codeRefOf('collection')),
  currency: CurrencySchema,
  price: AmountSchema.nullable().describe('`prices[currency].amount`.'),
  prices: z.record(CurrencySchema, PriceSchema),
  units: UnitsSchema,
  weight: MeasureSchema.nullable(),
  length: MeasureSchema.nullable(),
  width: MeasureSchema.nullable(),
  height: MeasureSchema.nullable(),
  stock: z.int().nullable(),
  images: z.array(ProductImageSchema),
  attributes: AttributeValuesSchema,
};

const relations = { seo: SeoSchema, associations: AssociationsSchema };

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
    ...content,
    translations: z.record(LocaleSchema, TranslationSchema),
    ...relations,
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
    ...content,
    locale: LocaleSchema.describe('The locale that was asked for.'),
    fallbackFields: z.array(z.string()).describe('Paths shown in the default language because the locale has none.'),
    ...relations,
    ...measure,
    get variants(): z.ZodOptional<z.ZodArray<z.ZodType<unknown>>> {
      return z.array(LocalizedProductSchema as z.ZodType<unknown>).optional();
    },
  })
  .meta({ id: 'LocalizedProduct', examples: [localizedProductExample] });

export type Price = z.output<typeof PriceSchema>;
export type Translation = z.output<typeof TranslationSchema>;
export type ProductImage = z.output<typeof ProductImageSchema>;
export type CompletenessDetails = z.output<typeof CompletenessDetailsSchema>;
export type Product = Omit<z.output<typeof ProductSchema>, 'variants'> & { variants?: Product[] };
export type LocalizedProduct = Omit<z.output<typeof LocalizedProductSchema>, 'variants'> & {
  variants?: LocalizedProduct[];
};

/** `{idOrSku}` in a path: an id match wins, then the SKU. */
export const ProductPathSchema = z.object({ idOrSku: RefSchema.describe('Product id or SKU.') });
