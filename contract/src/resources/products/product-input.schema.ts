import { z } from 'zod';
import { CodeSchema, RefSchema, SkuSchema } from '../../values/identifiers.ts';
import { productStatuses, productTypes, statusMoves } from './product.schema.ts';
import { productFieldInputs } from './product-fields.ts';

const moves = productStatuses.map((from) => `from ${from} to ${statusMoves[from].join(' or ')}`).join(', ');

/** Maximum number of attributes that distinguish the variants of a parent. */
const variantAxes = 5;

const productInputShape = {
  sku: SkuSchema.optional(),
  type: z.enum(productTypes).optional().describe('Set at creation, default simple; later only simple to parent.'),
  parent: RefSchema.nullable().optional().describe('Id or SKU of the parent; required exactly when type is variant.'),
  variantAxes: z
    .array(CodeSchema)
    .max(variantAxes)
    .refine((codes) => new Set(codes).size === codes.length, 'Must not repeat an attribute.')
    .meta({ uniqueItems: true })
    .optional()
    .describe('Attributes in which the variants of a parent differ.'),
  status: z.enum(productStatuses).optional().describe(`At creation any but archived; then ${moves}.`),
  ...productFieldInputs,
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

/** The body of PUT and PATCH. The operation decides which omitted fields are kept or cleared. */
export const ProductInputSchema = z.strictObject({ ...productInputShape, expectedVersion }).meta({
  id: 'ProductInput',
  description: 'The fields of a product to write.',
  examples: [
    { price: 11.9, attributes: { color: 'blue', discontinued: null }, translations: { de: { description: '' } } },
  ],
});

/** The body of POST /products: a ProductInput with its SKU. */
export const ProductCreateSchema = z
  .strictObject({ ...productInputShape, sku: SkuSchema })
  .meta({ id: 'ProductCreate', description: 'A product to create.', examples: [example] });

/** One item of a bulk upsert. */
export const BulkItemSchema = z
  .strictObject({ ...productInputShape, sku: SkuSchema, expectedVersion })
  .meta({ id: 'BulkItem', description: 'A product to create or change, found by its SKU.', examples: [example] });

export type ProductInput = z.output<typeof ProductInputSchema>;
