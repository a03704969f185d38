import type { RequestContext } from '../../../kernel/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../catalog-snapshot.ts';
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

  /**
   * For use within a change of the catalog.
   *
   * @param cause.reason kept with the work, for people: `attribute color`.
   * @param cause.categoryId the category whose subtree alone is concerned; all are when there is none.
   * @returns the catalog as it is after it.
   */
  async make(
    ctx: RequestContext,
    { reason, categoryId }: { readonly reason: string; readonly categoryId?: string },
    write: () => Promise<void>,
  ): Promise<CatalogSnapshot> {
    const before = await this.#catalog.snapshot(ctx.workspace.id);
    await write();
    const after = await this.#catalog.snapshot(ctx.workspace.id);
    const concerned = categoryId === undefined ? before.categoryIds() : before.subtree(categoryId);
    const remaining = concerned.filter((id) => after.categoryById(id) !== undefined);
    const touched = categoriesWithOtherRequirements(remaining, before, after);
    if (touched.length > 0) await this.#products.requestRecompute(ctx, touched, reason);
    return after;
  }
}
