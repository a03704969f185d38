import { encodeId, type RequestContext } from '../../../kernel/index.ts';
import { showingAnyAsset, showingAsset } from '../list/conditions.ts';
import type { ImageChanges } from '../product-images.ts';
import { type BatchOptions, rewriteInBatches } from './rewrite-in-batches.ts';
import { type Rewrite, rewriteProducts } from './rewrite-products.ts';

/** {@link ImageChanges}, implemented by rewriting the affected products. */
export class AssetEffects implements ImageChanges {
  readonly #options: BatchOptions;

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  async prepare({ workspace }: RequestContext): Promise<void> {
    await this.#options.locks.share(workspace.id);
  }

  async unlinkAhead(ctx: RequestContext, id: string): Promise<void> {
    await rewriteInBatches(this.#options, ctx, { ...unlinking(id), wholeBatches: true });
  }

  async unlinkAsset(ctx: RequestContext, id: string): Promise<void> {
    const { database, catalog, clock, ids } = this.#options;
    await database.transaction(async (tx) => {
      const scope = { ctx, catalog: await catalog.snapshot(ctx.workspace.id), clock, ids };
      await rewriteProducts(tx, scope, unlinking(id));
    });
  }

  async readdressImages(ctx: RequestContext, addressNow: (url: string) => string): Promise<void> {
    await rewriteInBatches(this.#options, ctx, {
      where: [showingAnyAsset],
      change: (document) => ({
        ...document,
        images: document.images.map((image) =>
          image.assetId === undefined ? image : { ...image, url: addressNow(image.url) },
        ),
      }),
    });
  }
}

function unlinking(id: string): Rewrite {
  const shown = encodeId('asset', id);
  return {
    where: [showingAsset(id)],
    change: (document) => ({ ...document, images: document.images.filter(({ assetId }) => assetId !== shown) }),
  };
}
