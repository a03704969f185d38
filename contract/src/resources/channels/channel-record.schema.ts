import { pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CodeSchema, idOf, SkuSchema } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { queryBoolean, queryTexts } from '../../values/text.ts';
import { productFilterShape } from '../products/product-query.schema.ts';
import { channelIssueCodes, channelTypes, issueSeverities, listingStatuses } from './channel-values.ts';

export const ChannelIssueSchema = z
  .object({
    code: z.enum(channelIssueCodes).describe('What is wrong; stable.'),
    severity: z.enum(issueSeverities).describe('`error` keeps the product from being published.'),
    field: z.string().describe('The field of the platform it is about, or `status`.'),
    message: z.string().describe('For people; its wording may change.'),
  })
  .meta({ id: 'ChannelIssue', description: 'A problem with a product on a channel.' });

export const ListingSchema = z
  .object({
    status: z
      .enum(listingStatuses)
      .describe('`submitted`: sent and not confirmed. `outdated`: listed with content that has changed since.'),
    externalId: z.string().nullable().describe('Its id on the platform, as the platform reported it.'),
    url: z.string().nullable().describe('Where it is listed, as the platform reported it.'),
    publishedVersion: z.int().min(1).nullable().describe('The version of the product that was published last.'),
    publishedAt: TimestampSchema.nullable(),
    lastError: z.string().nullable().describe('Why the platform last rejected it; null when it did not.'),
  })
  .meta({ id: 'Listing', description: 'The state of a product on a channel.' });

const listingExample = {
  status: 'listed',
  externalId: null,
  url: null,
  publishedVersion: 4,
  publishedAt: '2026-01-31T09:30:00.000Z',
  lastError: null,
};

/** A product on a channel. */
export const ChannelRecordSchema = z
  .object({
    channelId: idOf('channel'),
    productId: idOf('product'),
    sku: SkuSchema,
    productVersion: z.int().min(1).describe('The version the record was made from.'),
    ready: z.boolean().describe('True without an issue of severity `error`.'),
    issues: z.array(ChannelIssueSchema),
    values: z.record(z.string(), z.unknown()).describe('What the mapping gave, by field.'),
    payload: z.record(z.string(), z.unknown()).describe('What is sent, in the form of the platform.'),
    listing: ListingSchema,
  })
  .meta({
    id: 'ChannelRecord',
    description: 'A product on a channel.',
    examples: [
      {
        channelId: 'chn_01k9f2v6m8e5fa1s3tqzc7d4xb',
        productId: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xb',
        sku: 'MUG-BLUE',
        productVersion: 4,
        ready: true,
        issues: [],
        values: { id: 'MUG-BLUE', title: 'Blue mug', price: 9.9 },
        payload: { id: 'MUG-BLUE', title: 'Blue mug', price: '9.90 EUR' },
        listing: listingExample,
      },
    ],
  });

export const ChannelProductsQuerySchema = z
  .strictObject({
    ready: queryBoolean.optional().describe('true: only ready products; false: only products with errors.'),
    updated_since: productFilterShape.updated_since.describe(
      'Records whose product, content or listing changed at or after this ISO 8601 timestamp.',
    ),
    sku: queryTexts(limits.listFilterValues).optional().describe('SKUs.'),
    ...pageQuery({ defaultLimit: limits.channelProducts.default, maxLimit: limits.channelProducts.max }),
  })
  .refine((query) => query.page === undefined || query.cursor === undefined, {
    path: ['cursor'],
    message: 'Send either page or cursor.',
  });

/** The state of a product on one channel. */
export const ProductChannelSchema = z
  .object({
    channelId: idOf('channel'),
    code: CodeSchema,
    name: z.string().describe('Name of the channel.'),
    type: z.enum(channelTypes),
    ready: z.boolean().describe('True without an issue of severity `error`.'),
    errorCount: z.int().min(0).describe('Issues of severity `error`.'),
    warningCount: z.int().min(0).describe('Issues of severity `warning`.'),
    listing: ListingSchema,
  })
  .meta({
    id: 'ProductChannel',
    description: 'The state of a product on one channel.',
    examples: [
      {
        channelId: 'chn_01k9f2v6m8e5fa1s3tqzc7d4xb',
        code: 'google-de',
        name: 'Google Germany',
        type: 'feed',
        ready: true,
        errorCount: 0,
        warningCount: 1,
        listing: listingExample,
      },
    ],
  });

export type ChannelIssue = z.output<typeof ChannelIssueSchema>;
export type Listing = z.output<typeof ListingSchema>;
export type ChannelRecord = z.output<typeof ChannelRecordSchema>;
export type ChannelProductsQuery = z.output<typeof ChannelProductsQuerySchema>;
export type ProductChannel = z.output<typeof ProductChannelSchema>;
