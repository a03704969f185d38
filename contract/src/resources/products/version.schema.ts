import { dataOf, queryInteger } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { TimestampSchema } from '../../values/locale.ts';
import { WarningSchema } from '../../values/warning.ts';
import { ProductPathSchema, ProductSchema, productExample, productStatuses } from './product.schema.ts';

export const versionEvents = ['created', 'updated', 'status_changed', 'restored'] as const;
export const versionSources = ['api', 'import', 'bulk', 'job', 'app'] as const;

export const VersionSummarySchema = z
  .object({
    version: z.int().min(1).describe('Number of the version, from 1.'),
    createdAt: TimestampSchema,
    event: z.enum(versionEvents).describe('What happened.'),
    source: z.enum(versionSources).describe('The source of the change.'),
    actor: z
      .object({
        type: z.enum(['key', 'cli', 'job']).describe('What kind of actor it is.'),
        id: z.string().describe('Id of the key or job.'),
        name: z.string().describe('Name of the key, at the time.'),
      })
      .meta({ id: 'VersionActor', description: 'Who made the change.' }),
    changedFields: z.array(z.string()).describe('Dotted paths: `name`, `translations.de.name`, `attributes.color`.'),
    status: z.enum(productStatuses).describe('Status of the product in this version.'),
  })
  .meta({
    id: 'VersionSummary',
    description: 'A version of a product, without its content.',
    examples: [
      {
        version: 3,
        createdAt: '2026-01-31T09:30:00.000Z',
        event: 'status_changed',
        source: 'api',
        actor: { type: 'key', id: 'key_01k9f2v6m8e5fa1s3tqzc7d4xc', name: 'shop sync' },
        changedFields: ['status', 'translations.de.name'],
        status: 'approved',
      },
    ],
  });

export const VersionDiffSchema = z
  .object({
    from: z.int().min(0).describe('The version compared with; 0 means an empty product.'),
    to: z.int().min(1).describe('The version that is compared.'),
    changes: z
      .array(
        z
          .object({
            path: z.string().describe('Dotted path of the changed field.'),
            before: z.unknown().optional().describe('Absent when the path did not exist.'),
            after: z.unknown().optional().describe('Absent when the path no longer exists.'),
          })
          .meta({ id: 'VersionDiffChange', description: 'A value before and after.' }),
      )
      .describe('What differs, by path.'),
  })
  .meta({
    id: 'VersionDiff',
    description: 'What differs between two versions of a product.',
    examples: [{ from: 2, to: 3, changes: [{ path: 'translations.de.name', after: 'Blaue Tasse' }] }],
  });

/** A product after a restore. */
export const RestoredProductSchema = dataOf(ProductSchema)
  .extend({
    warnings: z
      .array(WarningSchema)
      .describe('What of the earlier version was left out, each with the code `not_restored`; empty when nothing was.'),
  })
  .meta({
    id: 'ProductsRestoreResult',
    description: 'A product with the content of an earlier version.',
    examples: [{ data: productExample, warnings: WarningSchema.meta()?.examples }],
  });

export const VersionPathSchema = ProductPathSchema.extend({
  version: queryInteger({ min: 1, max: 2_147_483_647 }).describe('Product version number.'),
});

export const VersionDiffQuerySchema = z.strictObject({
  against: queryInteger({ min: 1, max: 2_147_483_647 })
    .optional()
    .describe('The version to compare with; the one before when omitted.'),
});

export type VersionSummary = z.output<typeof VersionSummarySchema>;
export type VersionDiff = z.output<typeof VersionDiffSchema>;
export type VersionEvent = (typeof versionEvents)[number];
export type VersionSource = (typeof versionSources)[number];
