import { z } from 'zod';
import { idOf, RefSchema, SkuSchema } from '../../values/identifiers.ts';
import { AmountSchema } from '../../values/numbers.ts';
import { plainText } from '../../values/text.ts';

export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const;
export const dimensionUnits = ['mm', 'cm', 'm', 'in'] as const;
export const associationTypes = ['upsell', 'crossSell', 'substitute', 'pack'] as const;

/** SKUs of one kind of association. */
const associatedSkus = 100;

export const PriceSchema = z
  .object({
    amount: AmountSchema,
    compareAt: AmountSchema.optional().describe('The price before a reduction.'),
    cost: AmountSchema.optional().describe('What the product costs the seller.'),
  })
  .meta({ id: 'Price', examples: [{ amount: 19.99, compareAt: 24.99 }] });

export const PriceInputSchema = z
  .union([
    AmountSchema,
    z.strictObject({ amount: AmountSchema, compareAt: AmountSchema.optional(), cost: AmountSchema.optional() }),
  ])
  .meta({ id: 'PriceInput', description: 'An amount, or an amount with its companions.' });

export const UnitsSchema = z
  .object({ weight: z.enum(weightUnits), dimension: z.enum(dimensionUnits) })
  .meta({ id: 'Units', description: 'The units weight, length, width and height are given in.' });

export const UnitsInputSchema = z.strictObject({
  weight: z.enum(weightUnits).optional(),
  dimension: z.enum(dimensionUnits).optional(),
});

export const ProductImageSchema = z
  .object({
    url: z.string(),
    assetId: idOf('asset').optional().describe('The asset it shows, when it is one.'),
    altText: z.string().optional(),
    role: z.string().optional(),
  })
  .meta({ id: 'ProductImage' });

export const ImageInputSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'Must be an absolute https URL.' })
      .max(2048)
      .optional()
      .describe('An https URL, or the URL of an asset. Needed unless `assetId` is sent.'),
    assetId: RefSchema.optional().describe('The asset to show. Found by itself where `url` is that of an asset.'),
    altText: plainText(500).optional(),
    role: plainText(50).optional().describe('What the image is for, such as "main" or "detail".'),
  })
  .refine(({ url, assetId }) => url !== undefined || assetId !== undefined, {
    path: ['url'],
    message: 'Send a url or an assetId.',
  })
  .meta({ id: 'ProductImageInput' });

export const SeoSchema = z
  .object({ title: z.string().nullable(), description: z.string().nullable(), slug: z.string().nullable() })
  .meta({ id: 'Seo' });

export const SeoInputSchema = z
  .strictObject({
    title: plainText(500).nullable().optional(),
    description: plainText(2_000).nullable().optional(),
    slug: plainText(200).nullable().optional(),
  })
  .meta({ id: 'SeoInput' });

type AssociationType = (typeof associationTypes)[number];

/** An object with a member for each kind of association. */
const byAssociationType = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(associationTypes.map((type) => [type, schema])) as Record<AssociationType, Schema>;

export const AssociationsSchema = z.object(byAssociationType(z.array(SkuSchema).optional())).meta({
  id: 'Associations',
  description:
    'SKUs of related products by kind of relation. They follow when one of these gets another SKU, and go when it is deleted.',
});

export const AssociationsInputSchema = z
  .strictObject(byAssociationType(z.array(SkuSchema).max(associatedSkus).nullable().optional()))
  .meta({ id: 'AssociationsInput' });

export type Price = z.output<typeof PriceSchema>;
export type ProductImage = z.output<typeof ProductImageSchema>;
