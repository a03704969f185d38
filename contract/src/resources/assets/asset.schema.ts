import { byMediaType, filePart, formField } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { idOf, RefSchema, recordIdOf, SkuSchema } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { plainText, plainTextSet, webAddressPattern } from '../../values/text.ts';
import { assetLimits, assetSources, assetTypes, FileNameSchema, FolderSchema } from './asset-values.ts';

const example = {
  id: 'ast_01k9f2v6m8e5fa1s3tqzc7d4xb',
  type: 'image',
  fileName: 'mug-blue.jpg',
  mimeType: 'image/jpeg',
  size: 48_213,
  width: 1600,
  height: 1200,
  url: 'https://pim.example.com/api/v1/files/ast_01k9f2v6m8e5fa1s3tqzc7d4xb.jpg',
  checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  altText: 'A blue mug',
  tags: ['mug', 'blue'],
  folder: '/campaigns/summer',
  source: 'upload',
  external: false,
  usageCount: 1,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

/** An image, a video or a document. */
export const AssetSchema = z
  .object({
    id: recordIdOf('asset'),
    type: z.enum(assetTypes).describe('From the content, not the name; of an external one from its address.'),
    fileName: z.string().describe('Name of the file, without a path.'),
    mimeType: z.string().nullable().describe('From the content. Null for an external one whose address does not tell.'),
    size: z.int().min(1).nullable().describe('Bytes; null for an external one.'),
    width: z.int().min(1).nullable().describe('Pixels of the upright image; null when unknown.'),
    height: z.int().min(1).nullable().describe('Pixels of the upright image; null when unknown.'),
    url: z
      .string()
      .describe('Where anyone can read the file: it needs no key. Takes `?w=` for renditions of an image.'),
    checksum: z.string().nullable().describe('SHA-256 of the file in hexadecimal; null for an external one.'),
    altText: z.string().nullable().describe('What the file shows, for people who cannot see it.'),
    tags: z.array(z.string()).describe('Words to find it by.'),
    folder: z.string().describe('Its folder, such as `/campaigns/summer`; `/` means none.'),
    source: z.enum(assetSources).describe('How it came in.'),
    external: z.boolean().describe('True: the file stays at its address, which is `url`.'),
    usageCount: z.int().min(0).describe('Products that show it among their images.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({ id: 'Asset', description: 'An image, a video or a document.', examples: [example] });

/** An asset with the products that use it. */
export const AssetWithUseSchema = AssetSchema.extend({
  usedBy: z
    .array(
      z
        .object({ productId: idOf('product'), sku: SkuSchema })
        .meta({ id: 'AssetWithUseUsedByItem', description: 'A product that shows the asset.' }),
    )
    .describe(`Products that show it, by SKU; at most ${limits.assetUsedBy.toLocaleString('en')}.`),
}).meta({
  id: 'AssetWithUse',
  description: 'An asset with the products that use it.',
  examples: [{ ...example, usedBy: [{ productId: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xb', sku: 'MUG-BLUE' }] }],
});

const altText = plainText(assetLimits.altText).describe('What the file shows, for people who cannot see it.');
const tags = plainTextSet(assetLimits.tags).describe('Words to find it by.');

/** The parts of an upload. */
export const AssetUploadSchema = z
  .strictObject({
    file: filePart().describe('The file.'),
    altText: altText.optional(),
    tags: formField(tags)
      .optional()
      .describe('Send a field for each tag, one with commas between them, or a JSON array.'),
    folder: FolderSchema.optional(),
  })
  .meta({ id: 'AssetUpload', description: 'A file to make an asset of.' });

/** A JSON body that creates an asset. */
export const AssetFromUrlSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'Must be an absolute https URL.' })
      .max(assetLimits.url)
      .meta({
        description: 'HTTPS; its host must not lead to a private or reserved address.',
        pattern: webAddressPattern,
      }),
    download: z
      .boolean()
      .default(true)
      .describe('False leaves the file where it is: the asset is external and `url` its address.'),
    altText: altText.nullable().optional(),
    tags: tags.optional(),
    folder: FolderSchema.optional(),
    fileName: FileNameSchema.optional().describe('Default: taken from the response or the address.'),
  })
  .meta({
    id: 'AssetFromUrl',
    description: 'The address of a file to make an asset of.',
    examples: [
      { url: 'https://images.example.com/mug-blue.jpg', tags: ['mug'], folder: '/campaigns/summer' },
      { url: 'https://videos.example.com/mug.mp4', download: false },
    ],
  });

/** A file, or the address of one. */
export const AssetCreateSchema = byMediaType({
  'multipart/form-data': AssetUploadSchema,
  'application/json': AssetFromUrlSchema,
});

export const AssetPatchSchema = z
  .strictObject({
    altText: altText.nullable().optional(),
    tags: tags.optional().describe('Replace the whole list.'),
    folder: FolderSchema.optional(),
    fileName: FileNameSchema.optional().describe('Name of the file, without a path.'),
  })
  .meta({
    id: 'AssetPatch',
    description: 'Changes to an asset. Properties that are not sent stay as they are.',
    examples: [{ altText: 'A blue mug on a table', folder: '/mugs' }],
  });

export const AssetPathSchema = z.object({ id: RefSchema.describe('Id of the asset.') });

export type Asset = z.output<typeof AssetSchema>;
export type AssetWithUse = z.output<typeof AssetWithUseSchema>;
export type AssetUpload = z.output<typeof AssetUploadSchema>;
export type AssetFromUrl = z.output<typeof AssetFromUrlSchema>;
export type AssetPatch = z.output<typeof AssetPatchSchema>;
