import type { Clock, IdSource, RequestContext } from '../../../../kernel/index.ts';
import { encodeId } from '../../../../kernel/index.ts';
import type { Database, Transaction } from '../../../../storage/index.ts';
import type { CatalogReader } from '../../../catalog/index.ts';
import type { CodeRef, ProductChanges } from '../../product-changes.ts';
import type { ProductDocument } from '../../state/product-document.ts';
import { type Rewrite, rewriteProducts } from './rewrite-products.ts';

export interface CatalogEffectsOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly clock: Clock;
  readonly ids: IdSource;
}

const selectUsedKeys = `
  select distinct key from product p, unnest(p.attribute_keys) as key
  where p.workspace_id = $1 and p.attribute_keys && $2::text[] and key = any($2::text[])`;

const selectAxisUse = `
  select 1 as used from product p
  where p.workspace_id = $1 and p.type = 'parent' and (p.document::jsonb -> 'variantAxes') ? $2 limit 1`;

const insertRecompute = `
  insert into completeness_recompute (workspace_id, id, reason, category_ids, after_id, created_at)
  values ($1, $2, $3, $4::uuid[], null, $5)`;

/** {@link ProductChanges} by rewriting the products concerned, within the transaction of the catalog's change. */
export class CatalogEffects implements ProductChanges {
  readonly #options: CatalogEffectsOptions;

  constructor(options: CatalogEffectsOptions) {
    this.#options = options;
  }

  async removeAttribute(ctx: RequestContext, { code }: CodeRef): Promise<void> {
    await this.#rewrite(ctx, {
      where: 'p.attribute_keys && $4::text[]',
      values: [[code]],
      change: (document) => withoutAttribute(document, code),
    });
  }

  async reassignCategory(ctx: RequestContext, categoryId: string, to: CodeRef | null): Promise<void> {
    const category = to === null ? null : { id: encodeId('category', to.id), code: to.code };
    await this.#rewrite(ctx, {
      where: 'p.category_id = $4',
      values: [categoryId],
      change: (document) => ({ ...document, category }),
    });
  }

  async changeMemberships(
    ctx: RequestContext,
    { id, code }: CodeRef,
    { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void> {
    const collection = { id: encodeId('collection', id), code };
    const joining = new Set(added.map((product) => encodeId('product', product)));
    await this.#rewrite(ctx, {
      where: 'p.id = any($4::uuid[])',
      values: [[...added, ...removed]],
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
    const { rows } = await this.#options.database.query<{ key: string }>(selectUsedKeys, [ctx.workspace.id, keys]);
    return rows.map(({ key }) => key.slice(attributeCode.length + 1));
  }

  async isAxisInUse(ctx: RequestContext, attributeCode: string): Promise<boolean> {
    const { rows } = await this.#options.database.query(selectAxisUse, [ctx.workspace.id, attributeCode]);
    return rows.length > 0;
  }

  async requestRecompute(ctx: RequestContext, categoryIds: readonly string[] | null, reason: string): Promise<void> {
    const { database, ids, clock } = this.#options;
    await database.query(insertRecompute, [ctx.workspace.id, ids.next(), reason, categoryIds, clock.now()]);
  }

  async #rewrite(ctx: RequestContext, rewrite: Rewrite): Promise<void> {
    const { database, catalog, clock, ids } = this.#options;
    await database.transaction(async (tx: Transaction) => {
      const scope = { ctx, catalog: await catalog.snapshot(ctx.workspace.id), clock, ids };
      await rewriteProducts(tx, scope, rewrite);
    });
  }
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
