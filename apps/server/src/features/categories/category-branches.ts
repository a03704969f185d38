import { invalidFields } from '../../kernel/index.ts';
import { CategoryTree } from '../catalog/index.ts';
import type { CategoryRow } from './category.entity.ts';
import { assertDepth, type Place } from './category-placement.ts';

/** The categories of a workspace while others are added behind the last of their siblings. */
export class CategoryBranches {
  readonly #rows: CategoryRow[] = [];
  readonly #byCode = new Map<string, CategoryRow>();
  readonly #byId = new Map<string, CategoryRow>();
  readonly #children = new Map<string | null, number>();

  constructor(rows: Iterable<CategoryRow>) {
    for (const row of rows) this.add(row);
  }

  add(row: CategoryRow): CategoryRow {
    this.#rows.push(row);
    this.#byCode.set(row.code, row);
    this.#byId.set(row.id, row);
    this.#children.set(row.parentId, this.#count(row.parentId) + 1);
    return row;
  }

  has(code: string): boolean {
    return this.#byCode.has(code);
  }

  /**
   * The place of a new category below another one.
   *
   * @param parent a code; null for a root.
   * @throws ApiError `validation_failed` at `parent`.
   */
  placeBelow(parent: string | null): Place {
    const row = parent === null ? null : this.#byCode.get(parent);
    if (row === undefined) throw invalidFields({ parent: `There is no category "${parent}".` });
    assertDepth(this.#levelsAbove(row) + 1);
    const parentId = row?.id ?? null;
    return { parentId, position: this.#count(parentId) };
  }

  tree(): CategoryTree<CategoryRow> {
    return new CategoryTree(this.#rows);
  }

  #count(parentId: string | null): number {
    return this.#children.get(parentId) ?? 0;
  }

  /** Levels from the root down to a category, itself included. */
  #levelsAbove(row: CategoryRow | null): number {
    let levels = 0;
    for (let at = row; at !== null; at = this.#byId.get(at.parentId ?? '') ?? null) levels += 1;
    return levels;
  }
}
