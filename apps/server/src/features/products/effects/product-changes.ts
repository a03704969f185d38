import type { RequestContext } from '../../../kernel/index.ts';
import type { Transaction } from '../../../storage/index.ts';

/** A record that products refer to, as shown in their documents. `id` is the UUID. */
export interface CodeRef {
  readonly id: string;
  readonly code: string;
}

/** The effects of deleting a catalog record on all products that refer to it. */
export interface ProductDepartures {
  /** Removes the values of an attribute, including localized ones, from all products. */
  removeAttribute(ctx: RequestContext, attribute: CodeRef): Promise<void>;

  /** Moves the products directly in a category to another one, or leaves them without (null). */
  reassignCategory(ctx: RequestContext, categoryId: string, to: CodeRef | null): Promise<void>;

  /** Removes all products from a collection. */
  leaveCollection(ctx: RequestContext, collection: CodeRef): Promise<void>;
}

/**
 * The effects of a catalog change on products. Every method joins the running transaction and gives each changed
 * product a new version and its events, so that `updated_since` and receivers see them.
 */
export interface ProductChanges extends ProductDepartures {
  /**
   * The same for very many products, before the change: in separate transactions, each short enough for other writers
   * to continue. An incomplete last batch, and products added in between, are left to the change.
   */
  readonly preparatory: ProductDepartures;

  /** Updates the products that joined or left a collection. The caller writes the rows of `collection_product`. */
  changeMemberships(
    ctx: RequestContext,
    collection: CodeRef,
    change: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void>;

  /** Those of the options of a select or multiselect attribute that some product uses. */
  usedOptions(ctx: RequestContext, attributeCode: string, optionCodes: readonly string[]): Promise<string[]>;

  /** Those of the attributes that some parent product has as a variant axis. */
  usedAxes(ctx: RequestContext, attributeCodes: readonly string[]): Promise<string[]>;

  /**
   * Requests a job that recomputes completeness: for the products of these categories, or of the whole workspace
   * (null).
   */
  requestRecompute(ctx: RequestContext, categoryIds: readonly string[] | null, reason: string): Promise<void>;
}

/** A slice of products whose values were indexed. */
export interface IndexedSlice {
  /** The number of products. */
  readonly done: number;
  /** The last product (UUID), or null when there are no more. */
  readonly last: string | null;
}

/** The index of values for filtering lists, for attributes that become filterable or stop being so. */
export interface ProductIndexing {
  /** Maximum number of products in a slice. */
  readonly sliceSize: number;

  /** How many products have a value of an attribute. */
  count(workspaceId: string, code: string): Promise<number>;

  /**
   * Indexes the values of the next products, by id, that have a value of the attribute, using the current catalog. The
   * products are locked, and neither they nor their versions change.
   *
   * @param after the last product done; null at the start.
   */
  indexSlice(tx: Transaction, workspaceId: string, code: string, after: string | null): Promise<IndexedSlice>;

  /** Removes what is stored only for this attribute. */
  remove(workspaceId: string, attribute: CodeRef): Promise<void>;
}
