import type { RequestContext } from '../../../kernel/index.ts';
import type { Transaction } from '../../../storage/index.ts';

/** A record products refer to, as their documents show it. `id` is the UUID. */
export interface CodeRef {
  readonly id: string;
  readonly code: string;
}

/** What the deletion of a catalog record does to all the products that refer to it. */
export interface ProductDepartures {
  /** Removes the values of an attribute, localized ones included, from all products. */
  removeAttribute(ctx: RequestContext, attribute: CodeRef): Promise<void>;

  /** Moves the products directly in a category to another one, or leaves them without (null). */
  reassignCategory(ctx: RequestContext, categoryId: string, to: CodeRef | null): Promise<void>;

  /** Takes all its products out of a collection. */
  leaveCollection(ctx: RequestContext, collection: CodeRef): Promise<void>;
}

/**
 * What a change of the catalog does to products. Every method joins the running transaction and gives each product
 * it changes a new version and its events, so that `updated_since` and receivers see them.
 */
export interface ProductChanges extends ProductDepartures {
  /**
   * The same for very many products, before the change: in transactions of their own, each so short that other
   * writers go on. What does not fill one of them, and what comes in between, is left to the change.
   */
  readonly preparatory: ProductDepartures;

  /**
   * Shows in the products that they joined or left a collection. The rows of `collection_product` are left to the
   * caller.
   */
  changeMemberships(
    ctx: RequestContext,
    collection: CodeRef,
    change: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void>;

  /** Which of these options of a select or multiselect attribute some product uses. */
  usedOptions(ctx: RequestContext, attributeCode: string, optionCodes: readonly string[]): Promise<string[]>;

  /** Which of these attributes some parent product has among its variant axes. */
  usedAxes(ctx: RequestContext, attributeCodes: readonly string[]): Promise<string[]>;

  /**
   * Leaves the recomputation of completeness to a job: for the products of these categories, or of the whole
   * workspace (null).
   */
  requestRecompute(ctx: RequestContext, categoryIds: readonly string[] | null, reason: string): Promise<void>;
}

/** Some products whose values were indexed. */
export interface IndexedSlice {
  /** How many. */
  readonly done: number;
  /** The last of them (UUID), or null when there are no more. */
  readonly last: string | null;
}

/** The index of values that lists are filtered by, for attributes that become filterable, or no longer are. */
export interface ProductIndexing {
  /** The most products of a slice. */
  readonly sliceSize: number;

  /** How many products have a value of an attribute. */
  count(workspaceId: string, code: string): Promise<number>;

  /**
   * Indexes the values of the next products by id that have one of an attribute, as the catalog says now. The
   * products are locked, and neither they nor their versions change.
   *
   * @param after the last product done; null to begin.
   */
  indexSlice(tx: Transaction, workspaceId: string, code: string, after: string | null): Promise<IndexedSlice>;

  /** Forgets what is kept for an attribute alone. */
  remove(workspaceId: string, attribute: CodeRef): Promise<void>;
}
