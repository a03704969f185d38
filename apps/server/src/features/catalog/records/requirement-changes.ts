import type { RequestContext } from '../../../kernel/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../catalog-snapshot.ts';
import { categoriesWithOtherRequirements } from '../snapshot/effective-attributes.ts';

/** Receives the work that such a change leaves; implemented by products. */
export interface RecomputeRequests {
  requestRecompute(ctx: RequestContext, categoryIds: readonly string[], reason: string): Promise<void>;
}

/**
 * Makes changes to the catalog that may change which attributes are required, and requests a new completeness for the
 * products of the categories where that happened.
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
   * @param cause.categoryId the category whose subtree may be affected; without one, all categories may be.
   * @returns the catalog after the change.
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
