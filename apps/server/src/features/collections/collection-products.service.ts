import type { CollectionProductsResult } from '@product-content/contract';
import { FieldProblems, type RequestContext } from '../../kernel/index.ts';
import type { CatalogChanges } from '../catalog/index.ts';
import type { ProductChanges, ProductReferences } from '../products/index.ts';
import type { CollectionsRepository } from './collections.repository.ts';

export interface CollectionPageQuery {
  readonly page?: number;
  readonly limit: number;
  readonly locale?: string;
}

/** Renders pages of a collection's products; implemented by products. */
export interface CollectionPages {
  /** The JSON text of `{"data":[…],"pagination":{…}}`. */
  collectionPage(ctx: RequestContext, collectionId: string, query: CollectionPageQuery): Promise<{ json: Uint8Array }>;
}

export interface CollectionProductsServiceOptions {
  readonly collections: CollectionsRepository;
  readonly changes: CatalogChanges;
  readonly products: ProductChanges;
  readonly pages: CollectionPages;
  readonly references: ProductReferences;
}

/** Invalid entries named in one response. */
const maxProblems = 100;

/** The difference between the old and new list of a collection's products (API behavior 7.9). */
export interface MembershipChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Products in both lists whose order among these has changed. */
  readonly moved: number;
  readonly changed: boolean;
}

/** The ordered products of collections. */
export class CollectionProductsService {
  readonly #options: CollectionProductsServiceOptions;

  constructor(options: CollectionProductsServiceOptions) {
    this.#options = options;
  }

  /** A page in the collection's order, as JSON text. @throws ApiError `not_found`, `validation_failed` at `locale`. */
  async page(ctx: RequestContext, reference: string, query: CollectionPageQuery): Promise<{ json: Uint8Array }> {
    const { collections, pages } = this.#options;
    const { id } = await collections.get(ctx.workspace.id, reference);
    return pages.collectionPage(ctx, id, query);
  }

  /**
   * Replaces the collection's products by a list of ids or SKUs, in that order. Only products that join or leave get a
   * new version. The number of statements does not depend on the length of the list.
   *
   * @throws ApiError `not_found`; `validation_failed` at `products.N` for an unknown or repeated product.
   */
  async put(ctx: RequestContext, reference: string, named: readonly string[]): Promise<CollectionProductsResult> {
    const { collections, changes, products } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at }) => {
      const collection = await collections.get(workspaceId, reference);
      const after = await this.#resolve(workspaceId, named);
      const change = compareMembers(await collections.members(workspaceId, collection.id), after);
      if (change.changed) {
        await collections.replaceMembers(workspaceId, collection.id, after);
        await collections.update(collection, { updatedAt: at });
        if (change.added.length + change.removed.length > 0) await products.changeMemberships(ctx, collection, change);
      }
      const { added, removed, moved } = change;
      return { productCount: after.length, added: added.length, removed: removed.length, moved };
    });
  }

  async #resolve(workspaceId: string, named: readonly string[]): Promise<string[]> {
    const found = await this.#options.references.resolve(workspaceId, named);
    const problems = new FieldProblems();
    const firstAt = new Map<string, number>();
    let wrong = 0;
    const ids = found.flatMap((id, index) => {
      const earlier = id === null ? undefined : firstAt.get(id);
      if (id !== null && earlier === undefined) {
        firstAt.set(id, index);
        return [id];
      }
      const problem = id === null ? `There is no product "${named[index]}".` : `Repeats products.${earlier}.`;
      if (wrong++ < maxProblems) problems.add(`products.${index}`, problem);
      return [];
    });
    problems.throwIfAny();
    return ids;
  }
}

/** Compares two lists of products, each without repeats. */
export function compareMembers(before: readonly string[], after: readonly string[]): MembershipChange {
  const earlier = new Set(before);
  const later = new Set(after);
  const added = after.filter((id) => !earlier.has(id));
  const removed = before.filter((id) => !later.has(id));
  const stayedBefore = before.filter((id) => later.has(id));
  const stayedAfter = after.filter((id) => earlier.has(id));
  const moved = stayedAfter.filter((id, place) => id !== stayedBefore[place]).length;
  const changed = before.length !== after.length || before.some((id, place) => id !== after[place]);
  return { added, removed, moved, changed };
}
