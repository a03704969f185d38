import { isDeepStrictEqual } from 'node:util';
import type { CategoryAttributesPut, EffectiveAttribute } from '@product-content/contract';
import { decodeId, encodeId, FieldProblems, type RequestContext } from '../../../kernel/index.ts';
import { type AttributesRepository, toAttribute } from '../../attributes/index.ts';
import type { CatalogChanges, CatalogReader, CatalogSnapshot, RequirementChanges } from '../../catalog/index.ts';
import type { CategoriesRepository } from '../categories.repository.ts';
import type { CategoriesService } from '../categories.service.ts';
import type { CategoryAttributesRepository, OwnAttribute } from './category-attributes.repository.ts';

export interface CategoryAttributesServiceOptions {
  readonly categories: CategoriesRepository;
  readonly own: CategoryAttributesRepository;
  readonly attributes: AttributesRepository;
  readonly catalog: CatalogReader;
  readonly changes: CatalogChanges;
  readonly requirements: RequirementChanges;
  readonly tree: CategoriesService;
}

/** The attributes that apply to categories. */
export class CategoryAttributesService {
  readonly #options: CategoryAttributesServiceOptions;

  constructor(options: CategoryAttributesServiceOptions) {
    this.#options = options;
  }

  /** A category's own attributes and the inherited ones, in order. @throws ApiError `not_found`. */
  async list(ctx: RequestContext, reference: string): Promise<EffectiveAttribute[]> {
    const { id } = await this.#options.categories.get(ctx.workspace.id, reference);
    return this.#effective(ctx, id);
  }

  /**
   * Replaces a category's own list, which its descendants inherit. Changing the list changes the category.
   *
   * @throws ApiError `not_found`; `validation_failed` at `attributes.N`.
   */
  async put(ctx: RequestContext, reference: string, input: CategoryAttributesPut): Promise<EffectiveAttribute[]> {
    const { attributes, categories, own, changes, requirements, tree } = this.#options;
    return changes.make(ctx, async (change) => {
      const category = await categories.get(ctx.workspace.id, reference);
      const list = readList(input, await attributes.codes(ctx.workspace.id));
      const before = await own.list(ctx.workspace.id, category.id);
      if (isDeepStrictEqual(inOrder(before), inOrder(list))) return this.#effective(ctx, category.id);
      const write = () => own.replace(ctx.workspace.id, category.id, list);
      const cause = { reason: `category ${category.code}`, categoryId: category.id };
      const snapshot = await requirements.make(ctx, cause, write);
      await tree.touch(category, change);
      return this.#effective(ctx, category.id, snapshot);
    });
  }

  async #effective(
    { workspace }: RequestContext,
    categoryId: string,
    snapshot?: CatalogSnapshot,
  ): Promise<EffectiveAttribute[]> {
    const { attributes, catalog } = this.#options;
    const entries = (snapshot ?? (await catalog.snapshot(workspace.id))).effectiveAttributes(categoryId);
    const ids = entries.map(({ attribute }) => attribute.id);
    const rows = new Map((await attributes.listOf(workspace.id, ids)).map((row) => [row.id, row]));
    return entries.flatMap(({ attribute, required, position, inherited, source }): EffectiveAttribute[] => {
      const row = rows.get(attribute.id);
      if (row === undefined) return [];
      const origin = { categoryId: encodeId('category', source.id), categoryCode: source.code };
      return [{ ...toAttribute(row), required, position, inherited, source: origin }];
    });
  }
}

/** @param codes the codes of all attributes of the workspace by their UUID. */
function readList({ attributes }: CategoryAttributesPut, codes: ReadonlyMap<string, string>): OwnAttribute[] {
  const problems = new FieldProblems();
  const ids = new Map([...codes].map(([id, code]) => [code, id]));
  const seen = new Set<string>();
  const list = attributes.flatMap((entry, index): OwnAttribute[] => {
    const {
      attribute: reference,
      required = null,
      position = index,
    } = typeof entry === 'string' ? { attribute: entry } : entry;
    const path = typeof entry === 'string' ? `attributes.${index}` : `attributes.${index}.attribute`;
    const named = decodeId('attribute', reference) ?? '';
    const attributeId = codes.has(named) ? named : ids.get(reference);
    if (attributeId === undefined) problems.add(path, `There is no attribute "${reference}".`);
    else if (seen.has(attributeId)) problems.add(path, `The attribute "${codes.get(attributeId)}" is listed twice.`);
    if (attributeId === undefined) return [];
    seen.add(attributeId);
    return [{ attributeId, required, position }];
  });
  problems.throwIfAny();
  return list;
}

function inOrder(list: readonly OwnAttribute[]): OwnAttribute[] {
  return list.toSorted((a, b) => (a.attributeId < b.attributeId ? -1 : 1));
}
