import { z } from 'zod';
import { idOf, RefSchema, SkuSchema } from '../../values/identifiers.ts';
import { AmountSchema } from '../../values/numbers.ts';
import { plainText, webAddressPattern } from '../../values/text.ts';

export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const;
export const dimensionUnits = ['mm', 'cm', 'm', 'in'] as const;
export const associationTypes = ['upsell', 'crossSell', 'substitute', 'pack'] as const;

/** Maximum number of SKUs for one kind of association. */
const associatedSkus = 100;

export const PriceSchema = z
  .object({
    amount: AmountSchema.describe('What the product sells for.'),
    compareAt: AmountSchema.optional().describe('The price before a reduction.'),
    cost: AmountSchema.optional().describe('What the product costs the seller.'),
  })
  .meta({
    id: 'Price',
    description: 'A price and its related amounts.',
    examples: [{ amount: 19.99, compareAt: 24.99 }],
  });

export const PriceInputSchema = z
  .union([
    AmountSchema,
    z.strictObject(PriceSchema.shape).meta({ id: 'PriceDetails', description: 'An amount with its related amounts.' }),
  ])
  .meta({ id: 'PriceInput', description: 'An amount, or an amount with its related amounts.' });

const WeightUnitSchema = z.enum(weightUnits).meta({ id: 'WeightUnit', description: 'Unit of `weight`.' });
const DimensionUnitSchema = z
  .enum(dimensionUnits)
  .meta({ id: 'DimensionUnit', description: 'Unit of `length`, `width` and `height`.' });

export const UnitsSchema = z
  .object({ weight: WeightUnitSchema, dimension: DimensionUnitSchema })
  .meta({ id: 'Units', description: 'The units weight, length, width and height are given in.' });

export const UnitsInputSchema = z
  .strictObject({ weight: WeightUnitSchema.optional(), dimension: DimensionUnitSchema.optional() })
  .meta({ id: 'UnitsInput', description: 'The units weight, length, width and height are given in.' });

export const ProductImageSchema = z
  .object({
    url: z.string().describe('Where anyone can read the image.'),
    assetId: idOf('asset').optional().describe('The asset it shows, when it is one.'),
    altText: z.string().optional().describe('What it shows, for people who cannot see it.'),
    role: z.string().optional().describe('What it is for, such as `main` or `detail`.'),
  })
  .meta({ id: 'ProductImage', description: 'An image of a product.' });

export const ImageInputSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'Must be an absolute https URL.' })
      .max(2048)
      .meta({ pattern: webAddressPattern })
      .optional()
      .describe('An https URL, or the URL of an asset. Needed unless `assetId` is sent.'),
    assetId: RefSchema.optional().describe('The asset to show. Set automatically if `url` is that of an asset.'),
    altText: plainText(500).optional().describe('What it shows, for people who cannot see it.'),
    role: plainText(50).optional().describe('What the image is for, such as "main" or "detail".'),
  })
  .refine(({ url, assetId }) => url !== undefined || assetId !== undefined, {
    path: ['url'],
    message: 'Send a url or an assetId.',
  })
  .meta({
    id: 'ProductImageInput',
    description: 'An image by its address or its asset.',
    if: { not: { required: ['assetId'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['url'] },
  });

const seoMeanings = {
  title: 'Title for search engines.',
  description: 'Description for search engines.',
  slug: 'The part of an address that names the product.',
};

export const SeoSchema = z
  .object({
    title: z.string().nullable().describe(seoMeanings.title),
    description: z.string().nullable().describe(seoMeanings.description),
    slug: z.string().nullable().describe(seoMeanings.slug),
  })
  .meta({ id: 'Seo', description: 'What search engines see.' });

export const SeoInputSchema = z
  .strictObject({
    title: plainText(500).nullable().optional().describe(seoMeanings.title),
    description: plainText(2_000).nullable().optional().describe(seoMeanings.description),
    slug: plainText(200).nullable().optional().describe(seoMeanings.slug),
  })
  .meta({ id: 'SeoInput', description: 'What search engines see.' });

type AssociationType = (typeof associationTypes)[number];

const associationMeanings: Readonly<Record<AssociationType, string>> = {
  upsell: 'SKUs of better products of the same kind.',
  crossSell: 'SKUs of products that go with it.',
  substitute: 'SKUs of alternative products.',
  pack: 'SKUs of the products in a pack.',
};

/** An object with a property for each kind of association. */
const byAssociationType = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(associationTypes.map((type) => [type, schema.describe(associationMeanings[type])])) as Record<
    AssociationType,
    Schema
  >;

export const AssociationsSchema = z.object(byAssociationType(z.array(SkuSchema).optional())).meta({
  id: 'Associations',
  description:
    'SKUs of related products by kind of relation. They are updated when a product gets another SKU, and removed when it is deleted.',
});

export const AssociationsInputSchema = z
  .strictObject(byAssociationType(z.array(SkuSchema).max(associatedSkus).nullable().optional()))
  .meta({
    id: 'AssociationsInput',
    description: 'SKUs of related products by kind of relation; null removes a kind.',
  });

export type Price = z.output<typeof PriceSchema>;
export type ProductImage = z.output<typeof ProductImageSchema>;
