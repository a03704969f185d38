import { type Clock, encodeId, type IdSource, type RequestContext } from '../../../../kernel/index.ts';
import type { Database } from '../../../../storage/index.ts';
import type { CatalogLocks, CatalogReader } from '../../../catalog/index.ts';
import type { AssetUnlinks } from '../../product-images.ts';
import { rewriteProducts } from './rewrite-products.ts';

export interface AssetEffectsOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly clock: Clock;
  readonly ids: IdSource;
}

const showing = 'p.id in (select u.product_id from product_asset u where u.workspace_id = $1 and u.asset_id = $4)';

/** {@link AssetUnlinks} by rewriting the products concerned. */
export class AssetEffects implements AssetUnlinks {
  readonly #options: AssetEffectsOptions;

  constructor(options: AssetEffectsOptions) {
    this.#options = options;
  }

  async prepare({ workspace }: RequestContext): Promise<void> {
    await this.#options.locks.share(workspace.id);
  }

  async unlinkAsset(ctx: RequestContext, id: string): Promise<void> {
    const { database, catalog, clock, ids } = this.#options;
    const shown = encodeId('asset', id);
    await database.transaction(async (tx) => {
      const scope = { ctx, catalog: await catalog.snapshot(ctx.workspace.id), clock, ids };
      await rewriteProducts(tx, scope, {
        where: showing,
        values: [id],
        change: (document) => ({ ...document, images: document.images.filter(({ assetId }) => assetId !== shown) }),
      });
    });
  }
}
