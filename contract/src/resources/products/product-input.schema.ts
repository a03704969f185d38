import { z } from 'zod';
import { GtinSchema } from '../../values/gtin.ts';
import { CodeSchema, RefSchema, SkuSchema } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema } from '../../values/locale.ts';
import { AmountSchema, MeasureSchema } from '../../values/numbers.ts';
import { formattedText, plainText, plainTextSet, plainTexts } from '../../values/text.ts';
import { AttributeValueSchema } from '../catalog/attribute-value.schema.ts';
import {
  associationTypes,
  dimensionUnits,
  productLimits,
  productStatuses,
  productTypes,
  statusMoves,
  weightUnits,
} from './product.schema.ts';

const moves = productStatuses.map((from) => `from ${from} to ${statusMoves[from].join(' or ')}`).join(', ');

const inputName = (id: string, description?: string) => ({ id, description });

const bullets = plainTexts(productLimits.bullets);

const PriceInputSchema = z
  .union([
    AmountSchema,
    z.strictObject({ amount: AmountSchema, compareAt: AmountSchema.optional(), cost: AmountSchema.optional() }),
  ])
  .meta(inputName('PriceInput', 'An amount, or an amount with its companions.'));

const ImageInputSchema = z
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
  .meta(inputName('ProductImageInput'));

const attributesInput = z
  .record(z.string(), AttributeValueSchema.nullable())
  .meta({ description: 'Values by attribute code; null removes a value.' });

const TranslationInputSchema = z
  .strictObject({
    name: plainText(productLimits.name).nullable().optional(),
    description: formattedText(productLimits.description).nullable().optional(),
    shortDescription: formattedText(productLimits.shortDescription).nullable().optional(),
    bullets: bullets.nullable().optional(),
    attributes: attributesInput.optional(),
  })
  .meta(inputName('TranslationInput', 'An empty string or null clears a field.'));

const SeoInputSchema = z
  .strictObject({
    title: plainText(500).nullable().optional(),
    description: plainText(2_000).nullable().optional(),
    slug: plainText(200).nullable().optional(),
  })
  .meta(inputName('SeoInput'));

const AssociationsInputSchema = z
  .strictObject(
    Object.fromEntries(
      associationTypes.map((type) => [type, z.array(SkuSchema).max(productLimits.associations).nullable().optional()]),
    ) as Record<(typeof associationTypes)[number], z.ZodOptional<z.ZodNullable<z.ZodArray<typeof SkuSchema>>>>,
  )
  .meta(inputName('AssociationsInput'));

const unitsInput = z.strictObject({
  weight: z.enum(weightUnits).optional(),
  dimension: z.enum(dimensionUnits).optional(),
});

const productInputShape = {
  sku: SkuSchema.optional(),
  type: z.enum(productTypes).optional().describe('Set at creation, default simple; later only simple to parent.'),
  parent: RefSchema.nullable().optional().describe('Id or SKU of the parent; required exactly when type is variant.'),
  variantAxes: z
    .array(CodeSchema)
    .max(productLimits.variantAxes)
    .refine((codes) => new Set(codes).size === codes.length, 'Must not repeat an attribute.')
    .optional(),
  status: z.enum(productStatuses).optional().describe(`At creation any but archived; then ${moves}.`),
  name: plainText(productLimits.name).nullable().optional(),
  description: formattedText(productLimits.description).nullable().optional(),
  shortDescription: formattedText(productLimits.shortDescription).nullable().optional(),
  bullets: bullets.nullable().optional(),
  tags: plainTextSet(productLimits.tags).nullable().optional(),
  brand: plainText(productLimits.brand).nullable().optional(),
  manufacturer: plainText(productLimits.manufacturer).nullable().optional(),
  mpn: plainText(productLimits.mpn).nullable().optional(),
  gtin: GtinSchema.nullable().optional(),
  category: RefSchema.nullable().optional().describe('Id or code of a category.'),
  collections: z.array(RefSchema).max(100).nullable().optional().describe('Ids or codes of collections.'),
  currency: CurrencySchema.optional().describe('ISO 4217 code of one of the currencies of the workspace.'),
  price: AmountSchema.nullable().optional().describe('Sets `prices[currency].amount`, and nothing else.'),
  prices: z
    .record(CurrencySchema, PriceInputSchema)
    .nullable()
    .optional()
    .describe('By currency; each is one of the workspace.'),
  units: unitsInput.optional(),
  weight: MeasureSchema.nullable().optional(),
  length: MeasureSchema.nullable().optional(),
  width: MeasureSchema.nullable().optional(),
  height: MeasureSchema.nullable().optional(),
  stock: z.int32().nullable().optional(),
  images: z.array(ImageInputSchema).max(productLimits.images).nullable().optional(),
  attributes: attributesInput.nullable().optional(),
  translations: z.record(LocaleSchema, TranslationInputSchema.nullable()).nullable().optional(),
  seo: SeoInputSchema.nullable().optional(),
  associations: AssociationsInputSchema.nullable().optional(),
};

const expectedVersion = z.int().min(1).optional().describe('The version the change is based on; 409 when it is stale.');

const example = {
  sku: 'MUG-BLUE',
  name: 'Blue mug',
  description: 'A stoneware mug, 300 ml.',
  brand: 'Kiln',
  gtin: '4006381333931',
  category: 'mugs',
  prices: { EUR: 12.5, USD: { amount: 13.9, compareAt: 15 } },
  images: [{ url: 'https://images.example.com/mug-blue.jpg', altText: 'Blue mug' }],
  attributes: { color: 'blue', dishwasherSafe: true },
  translations: { de: { name: 'Blaue Tasse' } },
};

/** What PUT and PATCH take. Which omitted fields are kept or cleared is the operation's rule. */
export const ProductInputSchema = z.strictObject({ ...productInputShape, expectedVersion }).meta({
  id: 'ProductInput',
  examples: [
    { price: 11.9, attributes: { color: 'blue', discontinued: null }, translations: { de: { description: '' } } },
  ],
});

/** What POST /products takes: a ProductInput with its SKU. */
export const ProductCreateSchema = z
  .strictObject({ ...productInputShape, sku: SkuSchema })
  .meta({ id: 'ProductCreate', examples: [example] });

/** One item of a bulk upsert. */
export const BulkItemSchema = z
  .strictObject({ ...productInputShape, sku: SkuSchema, expectedVersion })
  .meta({ id: 'BulkItem', examples: [example] });

export type ProductInput = z.output<typeof ProductInputSchema>;
