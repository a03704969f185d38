import { limits } from '@product-content/contract';
import { type ApiError, type Clock, invalidFields } from '../../../kernel/index.ts';
import { type Database, drainBatches, type Transaction } from '../../../storage/index.ts';
import type { CatalogLocks } from '../../catalog/index.ts';
import type { ProductIndexing } from '../../products/index.ts';
import type { AttributeRow } from '../attribute.entity.ts';
import {
  advanceIndexing,
  claimIndexing,
  completeIndexing,
  countFilterable,
  finishIndexing,
  insertIndexing,
  nextIndexing,
  removeIndexing,
} from './attribute-indexing.sql.ts';

export interface AttributeIndexingOptions {
  readonly database: Database;
  readonly locks: CatalogLocks;
  readonly clock: Clock;
  readonly products: ProductIndexing;
}

type Indexed = Pick<AttributeRow, 'workspaceId' | 'id' | 'code' | 'localizable' | 'options'>;

/**
 * Makes attributes filterable: a few values are indexed within the change, many by a job, in slices, while product
 * writes already use the new definition.
 */
export class AttributeIndexing {
  readonly #options: AttributeIndexingOptions;

  constructor(options: AttributeIndexingOptions) {
    this.#options = options;
  }

  /** How many more attributes of a workspace may become filterable. */
  async room(workspaceId: string): Promise<number> {
    const [row] = await this.#options.database.run(countFilterable, { workspaceId });
    return limits.filterableAttributes - (row?.number ?? 0);
  }

  /** The error when no more attributes may be filterable: `validation_failed` at `filterable`. */
  full(): ApiError {
    return invalidFields({
      filterable: `A workspace has at most ${limits.filterableAttributes} filterable attributes.`,
    });
  }

  /** @throws ApiError {@link full} when a workspace has as many as are allowed. */
  async assertRoom(workspaceId: string): Promise<void> {
    if ((await this.room(workspaceId)) <= 0) throw this.full();
  }

  /**
   * Starts indexing an attribute, within the change that makes it filterable, after it is written.
   *
   * @returns the percentage of its values that are indexed: 0 or 100.
   */
  async begin(tx: Transaction, { workspaceId, id, code, localizable, options }: Indexed): Promise<0 | 100> {
    const { products, clock } = this.#options;
    // Options are always indexed: an option in use cannot be removed.
    if (options.length > 0 && !localizable) return 100;
    const total = await products.count(workspaceId, code);
    if (total < products.sliceSize) {
      await products.indexSlice(tx, workspaceId, code, null);
      return 100;
    }
    await tx.run(insertIndexing, { workspaceId, attributeId: id, total, at: clock.now() });
    return 0;
  }

  /** Stops indexing, within the change after which an attribute is not filterable. */
  async end(tx: Transaction, { workspaceId, id, code }: Indexed): Promise<void> {
    await tx.run(removeIndexing, { workspaceId, attributeId: id });
    await this.#options.products.remove(workspaceId, { id, code });
  }

  /** Works until everything is done that no other worker has claimed. @returns the number of slices. */
  drain(signal?: AbortSignal): Promise<number> {
    return drainBatches(this.#options.database, (tx) => this.#slice(tx), signal);
  }

  async #slice(tx: Transaction): Promise<boolean> {
    const { locks, products } = this.#options;
    const [next] = await tx.run(nextIndexing, {});
    if (next === undefined) return false;
    const { workspaceId, attributeId } = next;
    const key = { workspaceId, attributeId };
    // Locks the catalog first, in the same order as changes to it.
    await (next.complete ? locks.change(workspaceId) : locks.share(workspaceId));
    const [row] = await tx.run(claimIndexing, key);
    if (row === undefined || row.complete !== next.complete) return row !== undefined;
    if (row.complete) {
      await tx.run(finishIndexing, key);
      return true;
    }
    const { done, last } = await products.indexSlice(tx, workspaceId, row.code, row.afterId);
    if (last === null) await tx.run(completeIndexing, key);
    else await tx.run(advanceIndexing, { ...key, afterId: last, done });
    return true;
  }
}
