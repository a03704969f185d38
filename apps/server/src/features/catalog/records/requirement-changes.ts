import type { RequestContext } from '../../../kernel/index.ts';
import type { CatalogReader } from '../catalog-snapshot.ts';
import { categoriesWithOtherRequirements } from '../snapshot/effective-attributes.ts';

/** Takes the work such a change leaves; products are the ones to do it. */
export interface RecomputeRequests {
  requestRecompute(ctx: RequestContext, categoryIds: readonly string[], reason: string): Promise<void>;
}

/**
 * Makes changes of the catalog after which other attributes may be required than before, and leaves the completeness
 * of products to be recomputed in the categories where that came true.
 */
export class RequirementChanges {
  readonly #catalog: CatalogReader;
  readonly #products: RecomputeRequests;

  constructor(catalog: CatalogReader, products: RecomputeRequests) {
    this.#catalog = catalog;
    this.#products = products;
  }

  /** For use within a change of the catalog. @param reason kept with the work, for people: `attribute color`. */
  async make(ctx: RequestContext, reason: string, write: () => Promise<void>): Promise<void> {
    const before = await this.#catalog.snapshot(ctx.workspace.id);
    await write();
    const touched = categoriesWithOtherRequirements(before, await this.#catalog.snapshot(ctx.workspace.id));
    if (touched.length > 0) await this.#products.requestRecompute(ctx, touched, reason);
  }
}
