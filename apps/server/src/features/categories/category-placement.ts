import { limits } from '@product-content/contract';
import { invalidFields } from '../../kernel/index.ts';
import type { CategoriesRepository } from './categories.repository.ts';
import type { CategoryRow } from './category.entity.ts';

/** The place of a category: its parent, and its position among its siblings. */
export interface Place {
  readonly parentId: string | null;
  readonly position: number;
}

/** The place an input asks for. */
export interface PlaceInput {
  /** Id or code; null for a root. */
  readonly parent?: string | null;
  readonly position?: number;
}

/** Finds places in the tree and makes room there. For use within a change of the catalog. */
export class CategoryPlacement {
  readonly #categories: CategoriesRepository;

  constructor(categories: CategoriesRepository) {
    this.#categories = categories;
  }

  /** The place of a new category. @throws ApiError `validation_failed` at `parent`. */
  async placeNew(workspaceId: string, { parent = null, position }: PlaceInput): Promise<Place> {
    const parentId = await this.#resolve(workspaceId, parent);
    if (parentId !== null) assertDepth((await this.#categories.path(workspaceId, parentId)).length + 1);
    const last = await this.#categories.countChildren(workspaceId, parentId);
    return { parentId, position: Math.min(position ?? last, last) };
  }

  /** The place of a category after an input is applied. @throws ApiError `validation_failed` at `parent`. */
  async placeMoved(row: CategoryRow, { parent, position }: PlaceInput): Promise<Place> {
    const { workspaceId } = row;
    const parentId = parent === undefined ? row.parentId : await this.#resolve(workspaceId, parent);
    const moves = parentId !== row.parentId;
    if (moves && parentId !== null) await this.#assertFits(row, parentId);
    const others = (await this.#categories.countChildren(workspaceId, parentId)) - (moves ? 0 : 1);
    return { parentId, position: Math.min(position ?? (moves ? others : row.position), others) };
  }

  /** Makes room for a category that is written to its place afterwards. */
  async open({ workspaceId, parentId, position }: CategoryRow): Promise<void> {
    await this.#categories.shift(workspaceId, parentId, { from: position, by: 1 });
  }

  /** Closes the gap a category leaves; its `children` move into it. */
  async close({ workspaceId, parentId, position }: CategoryRow, children = 0): Promise<void> {
    await this.#categories.shift(workspaceId, parentId, { from: position + 1, by: children - 1 });
  }

  async #resolve(workspaceId: string, reference: string | null): Promise<string | null> {
    if (reference === null) return null;
    const parent = await this.#categories.find(workspaceId, reference);
    if (parent === null) throw invalidFields({ parent: `The category "${reference}" does not exist.` });
    return parent.id;
  }

  async #assertFits({ workspaceId, id }: CategoryRow, parentId: string): Promise<void> {
    const path = await this.#categories.path(workspaceId, parentId);
    assertNotBelowItself(path, id);
    const subtree = await this.#categories.lineage(workspaceId, id);
    assertDepth(path.length + subtree.height(id));
  }
}

/** @throws ApiError `validation_failed` at `parent` when a category would become its own ancestor. */
export function assertNotBelowItself(path: readonly Pick<CategoryRow, 'id'>[], id: string): void {
  if (path.some((ancestor) => ancestor.id === id)) {
    throw invalidFields({ parent: 'A category cannot be moved to itself or below itself.' });
  }
}

/** @throws ApiError `validation_failed` at `parent` when the tree would have too many levels. */
export function assertDepth(levels: number): void {
  if (levels > limits.categoryDepth) {
    throw invalidFields({ parent: `The tree has at most ${limits.categoryDepth} levels.` });
  }
}
