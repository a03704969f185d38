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
import type { AssetIntakeService } from '../features/assets/index.ts';
import type { AttributeGroupsService } from '../features/attribute-groups/index.ts';
import type { AttributesService } from '../features/attributes/index.ts';
import type { CategoriesService, CategoryAttributesService } from '../features/categories/index.ts';
import type { ChannelsService } from '../features/channels/index.ts';
import type { CollectionProductsService, CollectionsService } from '../features/collections/index.ts';
import type { ProductsService } from '../features/products/index.ts';
import { type FileStore, newUploadKey } from '../files/index.ts';
import { encodeId, type IdSource, type RequestContext, type WorkspaceSettings } from '../kernel/index.ts';

/** The services a catalog goes through, so that its records obey the rules all others do. */
export interface CatalogServices {
  readonly attributeGroups: AttributeGroupsService;
  readonly attributes: AttributesService;
  readonly categories: CategoriesService;
  readonly categoryAttributes: CategoryAttributesService;
  readonly collections: CollectionsService;
  readonly collectionProducts: CollectionProductsService;
  readonly products: ProductsService;
  readonly assets: AssetIntakeService;
  /** Where files of assets come in. */
  readonly files: FileStore;
  readonly channels: ChannelsService;
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
 * Fills an empty workspace with a small catalog of lamps: a product with variants, simple ones, translations in
 * German, attributes, categories, collections, images, and a channel that can be published.
 */
export async function seedSampleCatalog(
  services: CatalogServices,
  workspace: WorkspaceSettings,
  ids: IdSource,
): Promise<void> {
  const ctx: RequestContext = {
    workspace,
    actor: { type: 'job', id: 'sample-catalog', name: 'Sample catalog' },
    source: 'app',
    requestId: encodeId('request', ids.next()),
  };
  const text = await readFile(new URL('./sample-catalog.json', import.meta.url), 'utf8');
  const assetIds = await saveAssets(services, ctx, SampleAssetsSchema.parse(JSON.parse(text).assets), ids);
  // The sample's images name the files of assets.
  const named = (key: string, value: unknown) => (key === 'assetId' ? assetIds.get(String(value)) : value);
  const sample = SampleCatalogSchema.parse(JSON.parse(text, named));
  for (const group of sample.attributeGroups) await services.attributeGroups.create(ctx, group);
  for (const attribute of sample.attributes) await services.attributes.create(ctx, attribute);
  for (const category of sample.categories) await services.categories.create(ctx, category);
  for (const [category, attributes] of Object.entries(sample.categoryAttributes)) {
    await services.categoryAttributes.put(ctx, category, { attributes });
  }
  for (const collection of sample.collections) await services.collections.create(ctx, collection);
  await saveProducts(services.products, ctx, sample.products);
  for (const [collection, products] of Object.entries(sample.collectionProducts)) {
    await services.collectionProducts.put(ctx, collection, products);
  }
  for (const channel of sample.channels) await services.channels.create(ctx, channel);
}

/** @returns the ids of the assets, by the names of their files. */
async function saveAssets(
  { assets, files }: CatalogServices,
  ctx: RequestContext,
  sample: z.output<typeof SampleAssetsSchema>,
  ids: IdSource,
): Promise<ReadonlyMap<string, string>> {
  const saved = new Map<string, string>();
  for (const { file: fileName, ...description } of sample) {
    const bytes = await readFile(new URL(`./images/${fileName}`, import.meta.url));
    const { key, size } = await files.put(newUploadKey(ids), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { asset } = await assets.take(ctx, {
      file: { key, size, sha256, fileName, mediaType: 'image/webp' },
      ...description,
    });
    saved.set(fileName, asset.id);
  }
  return saved;
}

/** Associations name products of either order, so they follow once all products are there. */
async function saveProducts(
  products: ProductsService,
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
