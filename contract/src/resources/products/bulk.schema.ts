import { deferred } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { idOf } from '../../values/identifiers.ts';
import { ProductSchema } from './product.schema.ts';
import { BulkItemSchema } from './product-input.schema.ts';

export const bulkModes = ['merge', 'replace'] as const;

/** Up to 500 products, upserted by SKU. Each item is validated and saved independently. */
export const BulkRequestSchema = z
  .strictObject({
    items: z.array(deferred(BulkItemSchema)).min(1).max(limits.bulkItems),
    mode: z
      .enum(bulkModes)
      .optional()
      .default('merge')
      .describe('merge: the rules of PATCH; replace: the rules of PUT.'),
  })
  .meta({
    id: 'BulkRequest',
    description: 'Products to create or change.',
    examples: [
      {
        items: [
          { sku: 'MUG-BLUE', name: 'Blue mug', price: 12.5 },
          { sku: 'MUG-RED', name: 'Red mug' },
        ],
      },
    ],
  });

/** The items of {@link BulkRequestSchema} as JSON lines. */
export const BulkLinesSchema = BulkRequestSchema.pick({ items: true }).meta({
  examples: [{ items: [{ sku: 'MUG-BLUE', name: 'Blue mug', price: 12.5 }] }],
  content: {
    'application/x-ndjson': z
      .string()
      .regex(/\S/, 'Must not be blank.')
      .describe('One item per line, as JSON.')
      .meta({
        examples: ['{"sku":"MUG-BLUE","name":"Blue mug","price":12.5}\n{"sku":"MUG-RED","name":"Red mug"}\n'],
      }),
  },
});

export const BulkQuerySchema = z.strictObject({
  include: z.enum(['products']).optional().describe('`products` adds each saved product to its result.'),
  mode: z.enum(bulkModes).optional().describe('For NDJSON bodies, which cannot carry it.'),
});

export const BulkResultSchema = z
  .object({
    results: z.array(
      z
        .object({
          index: z.int().min(0).describe('Position of the item in the request, from 0.'),
          sku: z.string().nullable().describe('SKU of the item; null when it has none.'),
          id: idOf('product').optional(),
          status: z.enum(['created', 'updated', 'unchanged', 'failed']).describe('The outcome of the item.'),
          version: z.int().min(1).optional().describe('Version of the product now.'),
          product: ProductSchema.optional().describe('With include=products.'),
          error: z
            .object({
              code: z.string().describe('An error code, as in error responses.'),
              message: z.string().describe('For people; its wording may change.'),
              fieldErrors: z.record(z.string(), z.string()).optional().describe('Message by dotted field path.'),
            })
            .meta({ id: 'BulkItemError', description: 'Why an item failed.' })
            .optional()
            .describe('Why the item failed.'),
        })
        .meta({ id: 'BulkItemResult', description: 'The result of one item.' }),
    ),
    summary: z
      .object({
        total: z.int().describe('Items of the request.'),
        created: z.int().describe('Products created.'),
        updated: z.int().describe('Products changed.'),
        unchanged: z.int().describe('Products that the item did not change.'),
        failed: z.int().describe('Items that failed.'),
      })
      .meta({ id: 'BulkSummary', description: 'Numbers of items by outcome.' }),
  })
  .meta({
    id: 'BulkResult',
    description: 'The results of a bulk request.',
    examples: [
      {
        results: [
          { index: 0, sku: 'MUG-BLUE', id: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xw', status: 'updated', version: 4 },
          {
            index: 1,
            sku: 'MUG-RED',
            status: 'failed',
            error: { code: 'validation_failed', message: 'The input is invalid.', fieldErrors: { name: 'Required.' } },
          },
        ],
        summary: { total: 2, created: 0, updated: 1, unchanged: 0, failed: 1 },
      },
    ],
  });

export type BulkResult = z.output<typeof BulkResultSchema>;
export type BulkItemResult = BulkResult['results'][number];
