import type { RequestContext } from '../../kernel/index.ts';

/** A record products refer to, as their documents show it. `id` is the UUID. */
export interface CodeRef {
  readonly id: string;
  readonly code: string;
}

/**
 * What a change of the catalog does to products. Every method joins the running transaction and gives each product
 * it changes a new version and its events, so that `updated_since` and receivers see them.
 */
export interface ProductChanges {
  /** Removes the values of an attribute, localized ones included, from all products. */
  removeAttribute(ctx: RequestContext, attribute: CodeRef): Promise<void>;

  /** Moves the products directly in a category to another one, or leaves them without (null). */
  reassignCategory(ctx: RequestContext, categoryId: string, to: CodeRef | null): Promise<void>;

  /**
   * Shows in the products that they joined or left a collection. The rows of `collection_product` are the
   * collection's to write.
   */
  changeMemberships(
    ctx: RequestContext,
    collection: CodeRef,
    change: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void>;

  /** Which of these options of a select or multiselect attribute some product uses. */
  usedOptions(ctx: RequestContext, attributeCode: string, optionCodes: readonly string[]): Promise<string[]>;

  /** True when a parent product has the attribute among its variant axes. */
  isAxisInUse(ctx: RequestContext, attributeCode: string): Promise<boolean>;

  /**
   * Leaves the recomputation of completeness to a job: for the products of these categories, or of the whole
   * workspace (null).
   */
  requestRecompute(ctx: RequestContext, categoryIds: readonly string[] | null, reason: string): Promise<void>;
}
