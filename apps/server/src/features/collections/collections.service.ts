import { isDeepStrictEqual } from 'node:util';
import type { Collection, CollectionCreate, CollectionPatch } from '@product-content/contract';
import type { ApiError, RequestContext } from '../../kernel/index.ts';
import { type CatalogChanges, type ProductCounts, readTranslations } from '../catalog/index.ts';
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

/** Hand-made, ordered lists of products. */
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

  /** Creates collections that have only a name, in a number of statements that does not depend on how many there are. */
  async createAll(
    ctx: RequestContext,
    inputs: readonly { readonly code: string; readonly name: string }[],
  ): Promise<(Collection | ApiError)[]> {
    const { collections, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId }) => {
      const codes = inputs.map(({ code }) => code);
      const taken = await collections.takenCodes(workspaceId, codes);
      const positions = await collections.nextPositions(workspaceId, inputs.length);
      const rows = inputs.map(({ code, name }, index): CollectionRow => {
        const content = { code, name, description: null, translations: {}, position: positions[index] ?? 0 };
        return { ...content, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      });
      await collections.insertAll(rows.filter(({ code }) => !taken.has(code)));
      return rows.map((row) => (taken.has(row.code) ? collections.codeTaken(row.code) : toCollection(row, 0)));
    });
  }

  /** @throws ApiError `not_found`, `validation_failed`. */
  async patch(ctx: RequestContext, reference: string, input: CollectionPatch): Promise<Collection> {
    const { collections, changes, counts } = this.#options;
    return changes.make(ctx, async ({ at }) => {
      const collection = await collections.get(ctx.workspace.id, reference);
      const before = { ...collection };
      const { name = before.name, description = before.description, position = before.position } = input;
      const translations = readTranslations(ctx, before.translations, input.translations);
      const content = { name, description, position, translations };
      const changed = !isDeepStrictEqual(before, { ...before, ...content });
      if (changed) await collections.update(collection, { ...content, updatedAt: at });
      return toCollection(collection, (await counts.of(ctx.workspace.id)).get(collection.id) ?? 0);
    });
  }

  /** Its products stay and leave the collection, each with a new version. @throws ApiError `not_found`. */
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
