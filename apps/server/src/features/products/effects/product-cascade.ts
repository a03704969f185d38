import type { RequestContext } from '../../../kernel/index.ts';
import { encodeId } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { inCategory, inCollection, usingAttribute, withIds } from '../list/conditions.ts';
import type { ProductDocument } from '../state/product-document.ts';
import type { CodeRef, ProductChanges, ProductDepartures } from './product-changes.ts';
import { selectUsedAxes, selectUsedKeys } from './product-effects.sql.ts';
import { insertRecompute } from './product-effects.statements.ts';
import { type BatchOptions, rewriteInBatches } from './rewrite-in-batches.ts';
import { type Rewrite, rewriteProducts } from './rewrite-products.ts';

/**
 * {@link ProductChanges}, implemented by rewriting the affected products within the transaction of the catalog's
 * change.
 */
export class ProductCascade implements ProductChanges {
  readonly preparatory: ProductDepartures;
  readonly #options: BatchOptions;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.preparatory = {
      removeAttribute: (ctx, attribute) => this.#rewritePreparatory(ctx, attributeRemoval(attribute)),
      reassignCategory: (ctx, categoryId, to) =>
        this.#rewritePreparatory(ctx, categoryReassignment(categoryId, to), (catalog) => isKnown(catalog, to)),
      leaveCollection: (ctx, collection) => this.#rewritePreparatory(ctx, collectionDeparture(collection)),
    };
  }

  async removeAttribute(ctx: RequestContext, attribute: CodeRef): Promise<void> {
    await this.#rewrite(ctx, attributeRemoval(attribute));
  }

  async reassignCategory(ctx: RequestContext, categoryId: string, to: CodeRef | null): Promise<void> {
    await this.#rewrite(ctx, categoryReassignment(categoryId, to));
  }

  async leaveCollection(ctx: RequestContext, collection: CodeRef): Promise<void> {
    await this.#rewrite(ctx, collectionDeparture(collection));
  }

  async changeMemberships(
    ctx: RequestContext,
    { id, code }: CodeRef,
    { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void> {
    const collection = { id: encodeId('collection', id), code };
    const joining = new Set(added.map((product) => encodeId('product', product)));
    await this.#rewrite(ctx, {
      where: [withIds([...added, ...removed])],
      batchSize: 2_500,
      memberships: false,
      change: (document) => {
        const others = document.collections.filter((other) => other.id !== collection.id);
        return { ...document, collections: joining.has(document.id) ? [...others, collection] : others };
      },
    });
  }

  async usedOptions(ctx: RequestContext, attributeCode: string, optionCodes: readonly string[]): Promise<string[]> {
    if (optionCodes.length === 0) return [];
    const keys = optionCodes.map((option) => `${attributeCode}=${option}`);
    const rows = await this.#options.database.run(selectUsedKeys, { workspaceId: ctx.workspace.id, keys });
    return rows.map(({ key }) => key.slice(attributeCode.length + 1));
  }

  async usedAxes(ctx: RequestContext, codes: readonly string[]): Promise<string[]> {
    if (codes.length === 0) return [];
    const rows = await this.#options.database.run(selectUsedAxes, { workspaceId: ctx.workspace.id, codes });
    return rows.map(({ code }) => code);
  }

  async requestRecompute(ctx: RequestContext, categoryIds: readonly string[] | null, reason: string): Promise<void> {
    const { database, ids, clock } = this.#options;
    const recompute = { workspaceId: ctx.workspace.id, id: ids.next(), reason, categoryIds, at: clock.now() };
    await database.run(insertRecompute, recompute);
  }

  async #rewrite(ctx: RequestContext, rewrite: Rewrite): Promise<void> {
    const { database, catalog, clock, ids } = this.#options;
    await database.transaction(async (tx) => {
      const scope = { ctx, catalog: await catalog.snapshot(ctx.workspace.id), clock, ids };
      await rewriteProducts(tx, scope, rewrite);
    });
  }

  /** Only whole batches: the rest is small enough for the change itself. */
  #rewritePreparatory(
    ctx: RequestContext,
    rewrite: Rewrite,
    isPossible?: (catalog: CatalogSnapshot) => boolean,
  ): Promise<void> {
    return rewriteInBatches(this.#options, ctx, { ...rewrite, wholeBatches: true }, isPossible);
  }
}

function isKnown(catalog: CatalogSnapshot, category: CodeRef | null): boolean {
  return category === null || catalog.categoryById(category.id) !== undefined;
}

function attributeRemoval({ code }: CodeRef): Rewrite {
  return {
    where: [usingAttribute(code)],
    change: (document) => withoutAttribute(document, code),
  };
}

function categoryReassignment(categoryId: string, to: CodeRef | null): Rewrite {
  const category = to === null ? null : { id: encodeId('category', to.id), code: to.code };
  return { where: [inCategory(categoryId)], change: (document) => ({ ...document, category }) };
}

function collectionDeparture({ id }: CodeRef): Rewrite {
  const left = encodeId('collection', id);
  return {
    where: [inCollection([id])],
    change: (document) => ({ ...document, collections: document.collections.filter((other) => other.id !== left) }),
  };
}

function withoutAttribute(document: ProductDocument, code: string): ProductDocument {
  const { [code]: _, ...attributes } = document.attributes;
  const translations = Object.entries(document.translations).flatMap(([locale, translation]) => {
    const { [code]: __, ...localized } = translation.attributes ?? {};
    const { attributes: ___, ...texts } = translation;
    const rest = Object.keys(localized).length === 0 ? texts : { ...texts, attributes: localized };
    return Object.keys(rest).length === 0 ? [] : [[locale, rest] as const];
  });
  return { ...document, attributes, translations: Object.fromEntries(translations) };
}
