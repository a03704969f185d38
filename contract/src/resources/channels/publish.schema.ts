import { BytesSchema, fileOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { RefSchema } from '../../values/identifiers.ts';
import { ProductFilterSchema } from '../products/product-filter.schema.ts';

export const publishActions = ['publish', 'unpublish'] as const;

/** What to publish; without a body, every product in the channel's scope. */
export const PublishRequestSchema = z
  .strictObject({
    products: z
      .array(RefSchema)
      .min(1)
      .max(limits.publishProducts)
      .optional()
      .describe('Ids or SKUs. Those that are not in the scope of the channel are left out.'),
    filter: ProductFilterSchema.optional().describe('Which products of the channel: the filters of `GET /products`.'),
    onlyReady: z.boolean().default(true).describe('Leave out products with errors.'),
    onlyChanged: z
      .boolean()
      .default(false)
      .describe(
        'Leave out products that the platform took with the content they have now. Products it rejected, and those that an earlier publication did not send because it failed or was canceled, are sent again.',
      ),
    action: z.enum(publishActions).default('publish').describe('`unpublish` withdraws listed products.'),
  })
  .prefault({})
  .meta({
    id: 'PublishRequest',
    description: 'Which products to publish to a channel, or to withdraw.',
    examples: [{ onlyChanged: true }, { products: ['MUG-BLUE'], action: 'unpublish' }, { filter: { brand: 'Acme' } }],
  });

const count = z.int().min(0);

/** The `result` of a publication's job. If it failed or was canceled, the counts include everything done until then. */
export const PublishResultSchema = z
  .object({
    channelId: z.string(),
    action: z.enum(publishActions),
    published: count.describe('Products the platform took, or that were written to the feed.'),
    unpublished: count.describe('Products that were withdrawn, or are no longer in the feed.'),
    unchanged: count.describe('Products left out by `onlyChanged`.'),
    notReady: count.describe('Products left out by `onlyReady`.'),
    rejected: count.describe(
      'Products the platform rejected, and those it refused to withdraw; the errors of the job name them.',
    ),
    feed: z
      .object({ itemCount: count, format: z.string(), size: count.describe('Bytes.') })
      .nullable()
      .describe('The written feed; null without one.'),
  })
  .meta({ id: 'PublishResult' });

/** `{token}` in a feed's address. */
export const ChannelFeedPathSchema = z.object({ token: z.string().min(1).max(128).describe('Stands for the key.') });

/** A feed, in the format of its channel. */
export const ChannelFeedFileSchema = fileOf({
  'application/xml': z.string(),
  'text/tab-separated-values': z.string(),
  'text/csv': z.string(),
  'application/json': BytesSchema,
  'application/x-ndjson': z.string(),
});

export type PublishRequest = z.output<typeof PublishRequestSchema>;
export type PublishResult = z.output<typeof PublishResultSchema>;
export type PublishAction = (typeof publishActions)[number];
