import { z } from 'zod';
import { CodeSchema, idOf, SkuSchema } from '../../values/identifiers.ts';
import { AssetSchema } from '../assets/asset.schema.ts';
import { AttributeSchema } from '../catalog/attribute.schema.ts';
import { CategoryNodeSchema } from '../catalog/category.schema.ts';
import { JobResultSchema } from '../jobs/job.schema.ts';
import type { JobType } from '../jobs/job-values.ts';
import { CompletenessDetailsSchema, ProductSchema, productStatuses } from '../products/product.schema.ts';
import type { EventType } from './event-types.ts';
import { JobFailureSchema } from './job-failure.schema.ts';

const changedFields = z.array(z.string()).describe('Dotted paths: `price`, `translations.de.name`.');

/** The payload when a job completes: rows may have failed all the same, see the job. */
const completionOf = <Type extends JobType>(type: Type) =>
  z.object({
    jobId: idOf('job'),
    type: z.literal(type),
    status: z.literal('completed'),
    result: JobResultSchema,
  });

const about = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.describe('What the event is about, as the change left it.');

/** `data` in the envelope of each event: records as they are after the change. */
export const eventPayloads = {
  'product.created': about(z.object({ product: ProductSchema })),
  'product.updated': about(z.object({ product: ProductSchema, changedFields })),
  'product.deleted': about(z.object({ id: idOf('product'), sku: SkuSchema })),
  'product.status_changed': about(
    z.object({
      product: ProductSchema,
      changedFields,
      previousStatus: z.enum(productStatuses).describe('The status before.'),
    }),
  ),
  'product.became_complete': about(z.object({ product: ProductSchema })),
  'product.became_incomplete': about(
    z.object({ product: ProductSchema, missing: CompletenessDetailsSchema.shape.missing }),
  ),
  'category.created': CategoryNodeSchema,
  'category.updated': CategoryNodeSchema,
  'category.deleted': about(
    z.object({ id: idOf('category'), code: CodeSchema, name: z.string().describe('Its previous name.') }),
  ),
  'attribute.created': AttributeSchema,
  'attribute.updated': AttributeSchema,
  'attribute.deleted': about(
    z.object({ id: idOf('attribute'), code: CodeSchema, label: z.string().describe('Its previous label.') }),
  ),
  'import.completed': about(completionOf('import')),
  'export.completed': about(completionOf('export')),
  'channel.publish.completed': about(completionOf('channel.publish')),
  'asset.created': AssetSchema,
  'asset.deleted': AssetSchema,
  'job.failed': JobFailureSchema,
} as const satisfies Readonly<Record<EventType, z.ZodType>>;
