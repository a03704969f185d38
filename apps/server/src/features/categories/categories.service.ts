import { isDeepStrictEqual } from 'node:util';
import type { CategoryCreate, CategoryNode, CategoryPatch } from '@product-content/contract';
import { type ApiError, encodeId, invalidFields, notFound, type RequestContext } from '../../kernel/index.ts';
import {
  type CatalogChange,
  type CatalogChanges,
  CategoryTree,
  type ProductCounts,
  type RequirementChanges,
  readTranslations,
  type SavedRecord,
  type SaveRecord,
} from '../catalog/index.ts';
import type { ProductChanges } from '../products/index.ts';
import type { CategoriesRepository } from './categories.repository.ts';
import type { CategoryRow } from './category.entity.ts';
import { CategoryMapper } from './category.mapper.ts';
import { CategoryBatch } from './category-batch.ts';
import { CategoryPlacement } from './category-placement.ts';

export interface CategoriesServiceOptions {
  readonly categories: CategoriesRepository;
  readonly changes: CatalogChanges;
  readonly requirements: RequirementChanges;
  readonly counts: ProductCounts;
  readonly products: ProductChanges;
}

/** The category tree. */
export class CategoriesService {
  readonly #options: CategoriesServiceOptions;
  readonly #placement: CategoryPlacement;

  constructor(options: CategoriesServiceOptions) {
    this.#options = options;
    this.#placement = new CategoryPlacement(options.categories);
  }

  /** All categories, depth first, each without its children. */
  async list({ workspace }: RequestContext): Promise<CategoryNode[]> {
    const { categories, counts } = this.#options;
    const tree = new CategoryTree(await categories.list(workspace.id));
    return new CategoryMapper(tree, await counts.of(workspace.id)).list();
  }

  /** A category with its subtree. @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<CategoryNode> {
    const { categories, counts } = this.#options;
    const { id } = await categories.get(workspace.id, reference);
    const tree = await categories.lineage(workspace.id, id);
    // The category may have been deleted between the two statements.
    if (tree.get(id) === undefined) throw notFound('category');
    return new CategoryMapper(tree, await counts.of(workspace.id)).nested(id);
  }

  /** @throws ApiError `conflict` when the code is taken, `validation_failed`. */
  async create(ctx: RequestContext, input: CategoryCreate): Promise<CategoryNode> {
    const { categories, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId, emit }) => {
      await categories.assertCodeIsFree(workspaceId, input.code);
      const { code, name = code, description = null } = input;
      const translations = readTranslations(ctx, {}, input.translations);
      const place = await this.#placement.placeNew(workspaceId, input);
      const row = { workspaceId, id: nextId(), code, name, description, translations, ...place };
      const category = { ...row, createdAt: at, updatedAt: at };
      await this.#placement.open(category);
      await categories.insert(category);
      const node = new CategoryMapper(await categories.lineage(workspaceId, category.id), new Map()).flat(category.id);
      emit('category.created', category.id, node);
      return node;
    });
  }

  /**
   * Creates, changes and moves categories independently of each other. The number of statements does not depend on how
   * many there are. A parent may be a category that the same batch creates earlier.
   *
   * @returns the outcome of each, or the error that rejected it.
   */
  async saveAll(
    ctx: RequestContext,
    commands: readonly SaveRecord<CategoryPatch>[],
  ): Promise<(SavedRecord | ApiError)[]> {
    const { categories, changes, counts, requirements } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId, emit }) => {
      const batch = new CategoryBatch(await categories.list(workspaceId), at, categories.noun);
      const blank = (code: string): CategoryRow => {
        const content = { code, name: code, description: null, translations: {}, parentId: null, position: 0 };
        return { ...content, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      };
      const outcomes = batch.save(commands, (row, { code, input }) => mergeTexts(ctx, row ?? blank(code), input));
      const { changed, tree } = batch.settle();
      const write = () => categories.saveAll(changed.map(({ after }) => after));
      const isMove = changed.some(({ before, after }) => before !== null && before.parentId !== after.parentId);
      await (isMove ? requirements.make(ctx, { reason: 'categories of a file' }, write) : write());
      const shown = changed.filter(({ onlyMadeRoom }) => !onlyMadeRoom);
      const hasOld = shown.some(({ before }) => before !== null);
      const mapper = new CategoryMapper(tree, hasOld ? await counts.of(workspaceId) : new Map());
      for (const { before, after } of shown) {
        emit(before === null ? 'category.created' : 'category.updated', after.id, mapper.flat(after.id));
      }
      return outcomes;
    });
  }

  /**
   * Changes a category, moves it, or both. Siblings that make room do not count as changed: they keep their `updatedAt`
   * and get no event.
   *
   * @throws ApiError `not_found`, `validation_failed`.
   */
  async patch(ctx: RequestContext, reference: string, input: CategoryPatch): Promise<CategoryNode> {
    const { categories, changes } = this.#options;
    return changes.make(ctx, async ({ at, emit }) => {
      const category = await categories.get(ctx.workspace.id, reference);
      const before = { ...category };
      const after = { ...mergeTexts(ctx, before, input), ...(await this.#placement.placeMoved(before, input)) };
      if (isDeepStrictEqual(before, after)) return (await this.#mapperFor(before)).nested(before.id);
      await this.#write(ctx, category, { ...after, updatedAt: at });
      const mapper = await this.#mapperFor(category);
      emit('category.updated', category.id, mapper.flat(category.id));
      return mapper.nested(category.id);
    });
  }

  /**
   * Deletes a category. Its parent adopts its children in the same place; its products move to `reassignTo` or lose
   * their category.
   *
   * @throws ApiError `not_found`; `validation_failed` at `reassign_to`.
   */
  async delete(ctx: RequestContext, reference: string, reassignTo?: string): Promise<void> {
    const { categories, changes, counts, products, requirements } = this.#options;
    const { row: category, target: reassignTarget } = await this.#findForDelete(ctx, reference, reassignTo);
    await products.preparatory.reassignCategory(ctx, category.id, reassignTarget);
    await changes.make(ctx, async ({ at, emit }) => {
      const { row, target } = await this.#findForDelete(ctx, reference, reassignTo);
      await products.reassignCategory(ctx, row.id, target);
      const children = await categories.listChildren(row.workspaceId, row.id);
      await requirements.make(ctx, causeOf(row), async () => {
        await this.#placement.close(row, children.length);
        await categories.moveChildren(row.workspaceId, row.id, row, at);
        await categories.delete(row);
      });
      const { id, code, name } = row;
      emit('category.deleted', id, { id: encodeId('category', id), code, name });
      if (children.length === 0) return;
      const tree = new CategoryTree(await categories.list(row.workspaceId));
      const mapper = new CategoryMapper(tree, await counts.of(row.workspaceId));
      for (const child of children) emit('category.updated', child.id, mapper.flat(child.id));
    });
  }

  /** Records, within a change, that something belonging to a category has changed. */
  async touch(category: CategoryRow, { at, emit }: CatalogChange): Promise<void> {
    await this.#options.categories.update(category, { updatedAt: at });
    emit('category.updated', category.id, (await this.#mapperFor(category)).flat(category.id));
  }

  async #write(ctx: RequestContext, category: CategoryRow, after: CategoryRow): Promise<void> {
    const { categories, requirements } = this.#options;
    const staysBelow = category.parentId === after.parentId;
    if (staysBelow && category.position === after.position) return categories.update(category, after);
    const move = async () => {
      await this.#placement.close(category);
      await this.#placement.open(after);
      await categories.update(category, after);
    };
    await (staysBelow ? move() : requirements.make(ctx, causeOf(category), move));
  }

  /** The category to delete, and the one that takes over its products. */
  async #findForDelete({ workspace }: RequestContext, reference: string, reassignTo: string | undefined) {
    const row = await this.#options.categories.get(workspace.id, reference);
    return { row, target: reassignTo === undefined ? null : await this.#findReassignTarget(row, reassignTo) };
  }

  async #findReassignTarget(row: CategoryRow, reference: string): Promise<CategoryRow> {
    const { categories } = this.#options;
    const target = await categories.find(row.workspaceId, reference);
    if (target === null) throw invalidFields({ reassign_to: `The category "${reference}" does not exist.` });
    const path = await categories.path(row.workspaceId, target.id);
    if (path.every(({ id }) => id !== row.id)) return target;
    throw invalidFields({ reassign_to: 'Must not be the category itself or one below it.' });
  }

  async #mapperFor({ workspaceId, id }: CategoryRow): Promise<CategoryMapper> {
    const { categories, counts } = this.#options;
    return new CategoryMapper(await categories.lineage(workspaceId, id), await counts.of(workspaceId));
  }
}

function causeOf({ id, code }: CategoryRow) {
  return { reason: `category ${code}`, categoryId: id };
}

/** A category after the texts of an input are applied. @throws ApiError `validation_failed`. */
function mergeTexts(ctx: RequestContext, before: CategoryRow, input: CategoryPatch): CategoryRow {
  const { name = before.name, description = before.description } = input;
  return { ...before, name, description, translations: readTranslations(ctx, before.translations, input.translations) };
}
