import { isDeepStrictEqual } from 'node:util';
import type { Collection, CollectionCreate, CollectionPatch } from '@product-content/contract';
import type { ApiError, RequestContext } from '../../kernel/index.ts';
import {
  type CatalogChanges,
  type ProductCounts,
  RecordBatch,
  readTranslations,
  type SavedRecord,
  type SaveRecord,
} from '../catalog/index.ts';
import type { ProductChanges } from '../products/index.ts';
import type { CollectionRow } from './collection.entity.ts';
import { toCollection } from './collection.mapper.ts';
import type { CollectionsRepository } from './collections.repository.ts';

export interface CollectionsServiceOptions {
  readonly collections: CollectionsRepository;
  readonly changes: CatalogChanges;
  readonly counts: ProductCounts;
  readonly products: ProductChanges;
}

/** Manually ordered lists of products. */
export class CollectionsService {
  readonly #options: CollectionsServiceOptions;

  constructor(options: CollectionsServiceOptions) {
    this.#options = options;
  }

  async list({ workspace }: RequestContext): Promise<Collection[]> {
    const { collections, counts } = this.#options;
    const numbers = await counts.of(workspace.id);
    const rows = await collections.list(workspace.id);
    return rows.map((row) => toCollection(row, numbers.get(row.id) ?? 0));
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<Collection> {
    const { collections, counts } = this.#options;
    const row = await collections.get(workspace.id, reference);
    return toCollection(row, (await counts.of(workspace.id)).get(row.id) ?? 0);
  }

  /** @throws ApiError `conflict` when the code is taken, `validation_failed`. */
  async create(ctx: RequestContext, input: CollectionCreate): Promise<Collection> {
    const { collections, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId }) => {
      const next = await collections.placeNew(workspaceId, input.code);
      const { code, name = code, description = null, position = next } = input;
      const translations = readTranslations(ctx, {}, input.translations);
      const content = { code, name, description, translations, position };
      const row = { ...content, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      await collections.insert(row);
      return toCollection(row, 0);
    });
  }

  /**
   * Creates and changes collections independently of each other. The number of statements does not depend on how many
   * there are.
   *
   * @returns the outcome of each, or the error that rejected it.
   */
  async saveAll(
    ctx: RequestContext,
    commands: readonly SaveRecord<CollectionPatch>[],
  ): Promise<(SavedRecord | ApiError)[]> {
    const { collections, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId }) => {
      const batch = new RecordBatch({ rows: await collections.list(workspaceId), at, noun: collections.noun });
      const blank = (code: string): CollectionRow => {
        const content = { code, name: code, description: null, translations: {}, position: batch.nextPosition() };
        return { ...content, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      };
      const outcomes = batch.save(commands, (before, { code, input }) => {
        return mergeCollection(ctx, before ?? blank(code), input);
      });
      await collections.saveAll(batch.changed.map(({ after }) => after));
      return outcomes;
    });
  }

  /** @throws ApiError `not_found`, `validation_failed`. */
  async patch(ctx: RequestContext, reference: string, input: CollectionPatch): Promise<Collection> {
    const { collections, changes, counts } = this.#options;
    return changes.make(ctx, async ({ at }) => {
      const collection = await collections.get(ctx.workspace.id, reference);
      const before = { ...collection };
      const after = mergeCollection(ctx, before, input);
      if (!isDeepStrictEqual(before, after)) await collections.update(collection, { ...after, updatedAt: at });
      return toCollection(collection, (await counts.of(ctx.workspace.id)).get(collection.id) ?? 0);
    });
  }

  /** The products are kept but leave the collection, each with a new version. @throws ApiError `not_found`. */
  async delete(ctx: RequestContext, reference: string): Promise<void> {
    const { collections, changes, products } = this.#options;
    await products.preparatory.leaveCollection(ctx, await collections.get(ctx.workspace.id, reference));
    await changes.make(ctx, async () => {
      const row = await collections.get(ctx.workspace.id, reference);
      await products.leaveCollection(ctx, row);
      await collections.delete(row);
    });
  }
}

/** A collection after an input is applied. @throws ApiError `validation_failed`. */
function mergeCollection(ctx: RequestContext, before: CollectionRow, input: CollectionPatch): CollectionRow {
  const { name = before.name, description = before.description, position = before.position } = input;
  const translations = readTranslations(ctx, before.translations, input.translations);
  return { ...before, name, description, position, translations };
}
