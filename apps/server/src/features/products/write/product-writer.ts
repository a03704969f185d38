import {
  ApiError,
  type Clock,
  forEachInSlices,
  type IdSource,
  mapInSlices,
  notFound,
  type RequestContext,
} from '../../../kernel/index.ts';
import { appendEvents, type Database, type Transaction } from '../../../storage/index.ts';
import {
  type CatalogLocks,
  type CatalogReader,
  type CatalogSnapshot,
  type MatchPattern,
  matchPatterns,
} from '../../catalog/index.ts';
import { maxReleasedPerBatch, requestAssociationRemoval } from '../effects/pending-rewrites.ts';
import { normalizeAttributes } from '../merge/normalize-attributes.ts';
import type { ImageAssetSource } from '../product-images.ts';
import { findTargets, lockTarget, lockTargets } from '../unit/load-products.sql.ts';
import { ProductUnit } from '../unit/product-unit.ts';
import { deleteProducts } from '../unit/save-products.sql.ts';
import type { StoredProductRow, UnitEntry } from '../unit/unit-entry.ts';
import {
  loadAssociated,
  loadFollowers,
  loadUnit,
  loadVariants,
  lockAssociations,
  type OnlyTarget,
  onlyTargetOf,
} from '../unit/unit-loader.ts';
import { persistUnit } from '../unit/unit-persister.ts';
import { assertPreconditions } from './assert-preconditions.ts';
import { type SaveOutcome, saveProduct } from './save-product.ts';
import type { SaveCommand, SavedProduct } from './write-command.ts';

export interface ProductWriterOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly assets: ImageAssetSource;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export interface SaveOptions {
  /** Checks every command by the same rules, and writes nothing. */
  readonly dryRun?: boolean;
  /** The catalog that a dry run assumes; default: the current one. */
  readonly catalog?: CatalogSnapshot;
}

/** How a unit of work starts. */
interface UnitStart {
  /** The catalog it assumes; default: the current one. */
  readonly catalog?: CatalogSnapshot | undefined;
  /** A product to lock without waiting for the catalog. */
  readonly target?: OnlyTarget | null;
}

/**
 * The only write path of products. Single and bulk writes, imports and changes that follow from the catalog are all
 * units of work here: validated in memory against locked rows, then written with their versions and events in one
 * transaction.
 */
export class ProductWriter {
  readonly #options: ProductWriterOptions;

  constructor(options: ProductWriterOptions) {
    this.#options = options;
  }

  /**
   * Saves products in order, independently of each other: one that cannot be saved does not affect the others.
   *
   * @returns the outcome of each command, or the error that rejected it.
   */
  async saveAll(
    ctx: RequestContext,
    requested: readonly SaveCommand[],
    { dryRun = false, catalog }: SaveOptions = {},
  ): Promise<(SavedProduct | ApiError)[]> {
    const save = async (tx: Transaction, unit: ProductUnit, locked: readonly StoredProductRow[] | null) => {
      const commands = await mapInSlices(requested, (command) => {
        const input = normalizeAttributes(command.input, unit.scope.catalog);
        return input === command.input ? command : { ...command, input };
      });
      await loadUnit(tx, unit, commands, this.#options.assets, dryRun ? findTargets : lockTargets, locked);
      const outcomes: (SaveOutcome | ApiError)[] = [];
      await forEachInSlices(commands, (command) => {
        const attempt = (match?: MatchPattern) => {
          unit.match = match;
          outcomes.push(this.#attempt(unit, command));
        };
        return matchTexts(unit, command)?.then(attempt) ?? attempt();
      });
      if (!dryRun) await this.#finish(tx, unit);
      return outcomes.map((outcome) => (outcome instanceof ApiError ? outcome : toSaved(outcome)));
    };
    return this.#inUnit(ctx, save, { catalog, target: dryRun ? null : onlyTargetOf(requested) });
  }

  /** Saves one product. @throws the ApiError that rejects it. */
  async save(ctx: RequestContext, command: SaveCommand): Promise<SavedProduct> {
    const [saved] = await this.saveAll(ctx, [command]);
    if (saved === undefined || saved instanceof ApiError) throw saved;
    return saved;
  }

  /**
   * Deletes a product; a parent with its variants, each with its own event. Associations to them are removed from other
   * products: immediately, or by a job if there are very many.
   *
   * @throws ApiError `not_found` or `precondition_failed`.
   */
  async delete(ctx: RequestContext, reference: string): Promise<void> {
    await this.#inUnit(ctx, async (tx, unit) => {
      await lockAssociations(tx, ctx.workspace.id, 'alone');
      await loadUnit(tx, unit, [{ reference }], this.#options.assets);
      const entry = unit.find(reference);
      if (entry === undefined) throw notFound('product');
      assertPreconditions(ctx, entry);
      if (entry.current.type === 'parent') await loadVariants(tx, unit, [entry.id]);
      const deleted = [...unit.entries()].filter((other) => other === entry || unit.parentOf(other.current) === entry);
      for (const product of deleted) unit.remove(product);
      await tx.run(deleteProducts, { workspaceId: ctx.workspace.id, ids: deleted.map(({ id }) => id) });
      await this.#recordDeletions(ctx, tx, deleted);
      await releaseAssociations(
        tx,
        unit,
        deleted.map(({ current }) => current.sku),
      );
      await this.#finish(tx, unit);
    });
  }

  /** Runs a unit of work with the current catalog, and repeats it after a collision with another writer. */
  async #inUnit<T>(
    ctx: RequestContext,
    work: (tx: Transaction, unit: ProductUnit, locked: readonly StoredProductRow[] | null) => Promise<T>,
    { catalog: simulated, target = null }: UnitStart = {},
  ): Promise<T> {
    const { database, locks, clock, ids } = this.#options;
    const workspaceId = ctx.workspace.id;
    // When many writers create overlapping products, each commit makes the others fail: these continue one after the
    // other.
    const turn = `product collisions ${workspaceId}`;
    return database.retrying(
      async (tx) => {
        // Sent together: PostgreSQL looks at the catalog, and at the product, once it has the lock.
        const sharing = locks.share(workspaceId);
        const current = simulated ?? this.#options.catalog.snapshot(workspaceId, { alone: target !== null });
        const locking = target === null ? null : tx.run(lockTarget, { workspaceId, ...target });
        const [catalog, locked] = await Promise.all([current, locking, sharing]);
        return work(tx, new ProductUnit({ ctx, catalog, clock, ids }), locked);
      },
      { turn },
    );
  }

  #attempt(unit: ProductUnit, command: SaveCommand): SaveOutcome | ApiError {
    try {
      return saveProduct(unit, command);
    } catch (error) {
      if (error instanceof ApiError) return error as ApiError;
      throw error;
    }
  }

  async #finish(tx: Transaction, unit: ProductUnit): Promise<void> {
    await loadFollowers(tx, unit);
    await unit.settle();
    await persistUnit(tx, unit);
  }

  async #recordDeletions(ctx: RequestContext, tx: Transaction, deleted: readonly UnitEntry[]): Promise<void> {
    const { ids, clock } = this.#options;
    const events = deleted.map(({ id, current }) => ({
      id: ids.next(),
      type: 'product.deleted',
      subjectId: id,
      payload: { id: current.id, sku: current.sku },
    }));
    appendEvents(tx, ctx.workspace.id, events, clock.now());
  }
}

/** Runs after the products are deleted, so that they are not among those associated with them. */
async function releaseAssociations(tx: Transaction, unit: ProductUnit, skus: readonly string[]): Promise<void> {
  if (await loadAssociated(tx, unit, skus, maxReleasedPerBatch)) unit.dissociate(new Set(skus));
  else await requestAssociationRemoval(tx, unit.scope, skus);
}

/**
 * Restored content was accepted before, so matching it has no time limit.
 *
 * @returns undefined for an input without attributes.
 */
function matchTexts({ scope }: ProductUnit, { input, event }: SaveCommand): Promise<MatchPattern> | undefined {
  const holders = [input, ...Object.values(input.translations ?? {})];
  const values = holders.map((holder) => holder?.attributes).filter((attributes) => attributes != null);
  if (values.length === 0) return undefined;
  const maxSteps = event === 'restored' ? Number.POSITIVE_INFINITY : undefined;
  return matchPatterns(values, { catalog: scope.catalog, maxSteps });
}

function toSaved({ entry, outcome, version, leftOut }: SaveOutcome): SavedProduct {
  return { outcome, id: entry.id, document: version?.document ?? entry.current, details: entry.details, leftOut };
}
