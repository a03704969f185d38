import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  BulkItemSchema,
  CategoryAttributesPutSchema,
  CategoryCreateSchema,
  ChannelCreateSchema,
  CollectionCreateSchema,
} from '@product-content/contract';
import { z } from 'zod';
import type { Assets } from '../features/assets/index.ts';
import type { Attributes } from '../features/attributes/index.ts';
import type { Categories } from '../features/categories/index.ts';
import type { Channels } from '../features/channels/index.ts';
import type { Collections } from '../features/collections/index.ts';
import type { Ports } from '../features/ports.ts';
import type { Products } from '../features/products/index.ts';
import { newUploadKey } from '../files/index.ts';
import { encodeId, type RequestContext, type WorkspaceSettings } from '../kernel/index.ts';

/** The services that create the records, so that they obey the same rules as all others. */
export interface CatalogFeatures {
  readonly attributes: Attributes;
  readonly categories: Categories;
  readonly collections: Collections;
  readonly products: Products;
  readonly assets: Assets;
  readonly channels: Channels;
}

const SampleAssetsSchema = z.array(
  z.object({ file: z.string(), altText: z.string(), tags: z.array(z.string()), folder: z.string() }),
);

const SampleCatalogSchema = z.strictObject({
  assets: SampleAssetsSchema,
  channels: z.array(ChannelCreateSchema),
  attributeGroups: z.array(AttributeGroupCreateSchema),
  attributes: z.array(AttributeCreateSchema),
  categories: z.array(CategoryCreateSchema),
  categoryAttributes: z.record(z.string(), CategoryAttributesPutSchema.shape.attributes),
  collections: z.array(CollectionCreateSchema),
  products: z.array(BulkItemSchema),
  collectionProducts: z.record(z.string(), z.array(z.string())),
});

/**
 * Fills an empty workspace with a small catalog of lamps: a product with variants, simple products, translations into
 * German, attributes, categories, collections, images, and a channel that can be published.
 */
export async function seedSampleCatalog(
  features: CatalogFeatures,
  ports: Pick<Ports, 'files' | 'ids'>,
  workspace: WorkspaceSettings,
): Promise<void> {
  const { attributes, categories, collections, products, channels } = features;
  const ctx: RequestContext = {
    workspace,
    actor: { type: 'job', id: 'sample-catalog', name: 'Sample catalog' },
    source: 'app',
    requestId: encodeId('request', ports.ids.next()),
  };
  const text = await readFile(new URL('./sample-catalog.json', import.meta.url), 'utf8');
  const assetIds = await saveAssets(features.assets, ports, ctx, SampleAssetsSchema.parse(JSON.parse(text).assets));
  // The sample's images refer to assets by file name.
  const named = (key: string, value: unknown) => (key === 'assetId' ? assetIds.get(String(value)) : value);
  const sample = SampleCatalogSchema.parse(JSON.parse(text, named));
  for (const group of sample.attributeGroups) await attributes.groups.create(ctx, group);
  for (const attribute of sample.attributes) await attributes.service.create(ctx, attribute);
  for (const category of sample.categories) await categories.service.create(ctx, category);
  for (const [category, list] of Object.entries(sample.categoryAttributes)) {
    await categories.attributes.put(ctx, category, { attributes: list });
  }
  for (const collection of sample.collections) await collections.service.create(ctx, collection);
  await saveProducts(products.service, ctx, sample.products);
  for (const [collection, skus] of Object.entries(sample.collectionProducts)) {
    await collections.products.put(ctx, collection, skus);
  }
  for (const channel of sample.channels) await channels.service.create(ctx, channel);
}

/** @returns the ids of the assets by file name. */
async function saveAssets(
  { intake }: Assets,
  { files, ids }: Pick<Ports, 'files' | 'ids'>,
  ctx: RequestContext,
  sample: z.output<typeof SampleAssetsSchema>,
): Promise<ReadonlyMap<string, string>> {
  const saved = new Map<string, string>();
  for (const { file: fileName, ...description } of sample) {
    const bytes = await readFile(new URL(`./images/${fileName}`, import.meta.url));
    const { key, size } = await files.put(newUploadKey(ids), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { asset } = await intake.take(ctx, {
      file: { key, size, sha256, fileName, mediaType: 'image/webp' },
      ...description,
    });
    saved.set(fileName, asset.id);
  }
  return saved;
}

/** Associations may name products in any order, so they follow once all products exist. */
async function saveProducts(
  products: Products['service'],
  ctx: RequestContext,
  items: readonly z.output<typeof BulkItemSchema>[],
): Promise<void> {
  const linked = items.flatMap(({ sku, associations }) => (associations ? [{ sku, associations }] : []));
  const plain = items.map(({ associations: _, ...item }) => item);
  for (const batch of [plain, linked]) {
    const { results } = await products.bulk(ctx, batch, { mode: 'merge', includeProducts: false });
    const failed = results.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw new Error(`The sample product ${failed.sku}: ${JSON.stringify(failed.error)}`);
  }
}
