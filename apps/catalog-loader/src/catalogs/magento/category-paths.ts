import type { PlannedCategory, PlannedCollection } from '../../load-plan.ts';
import { CodeBook } from '../../source/codes.ts';
import { toPlainText } from './packed-cells.ts';

/** The place of a product with several category paths. */
export interface PathPlacement {
  readonly category: string | null;
  readonly collections: readonly string[];
}

/** Parses `Default Category/Men/Tops,Default Category`: paths from the root. */
export function parsePaths(cell: string): string[][] {
  return cell
    .split(',')
    .map((path) =>
      path
        .split('/')
        .map((name) => toPlainText(name))
        .filter(Boolean),
    )
    .filter((path) => path.length > 0);
}

const keyOf = (path: readonly string[]): string => path.join('\n');

const startsWith = (path: readonly string[], upper: readonly string[]): boolean =>
  upper.length <= path.length && upper.every((name, index) => name === path[index]);

/** The categories of all products, collected from their paths. Codes are derived from the names below the root. */
export class CategoryPaths {
  readonly #codes = new CodeBook();
  readonly #categories = new Map<string, PlannedCategory>();
  readonly #collections = new Map<string, PlannedCollection>();

  /**
   * A product has one category here: that of its first path. Ancestors of it are implied; every other path becomes a
   * collection.
   */
  place(paths: readonly (readonly string[])[]): PathPlacement {
    const [first, ...others] = paths;
    if (first === undefined) return { category: null, collections: [] };
    for (const path of paths) this.#add(path);
    const collections = others.filter((path) => !startsWith(first, path)).map((path) => this.#collect(path));
    return { category: this.#codeOf(first), collections: [...new Set(collections)] };
  }

  /** Parents first. */
  get categories(): PlannedCategory[] {
    return [...this.#categories.values()];
  }

  get collections(): PlannedCollection[] {
    return [...this.#collections.values()];
  }

  #add(path: readonly string[]): void {
    for (let depth = 1; depth <= path.length; depth++) {
      const upTo = path.slice(0, depth);
      if (this.#categories.has(keyOf(upTo))) continue;
      const parent = depth > 1 ? this.#codeOf(upTo.slice(0, -1)) : null;
      const name = upTo.at(-1) as string;
      this.#categories.set(keyOf(upTo), { code: this.#codeOf(upTo), name, ...(parent !== null && { parent }) });
    }
  }

  #collect(path: readonly string[]): string {
    const code = this.#codeOf(path);
    if (!this.#collections.has(code)) {
      this.#collections.set(code, { code, name: (path.length > 1 ? path.slice(1) : path).join(' / ') });
    }
    return code;
  }

  #codeOf(path: readonly string[]): string {
    return this.#codes.codeOf(keyOf(path), (path.length > 1 ? path.slice(1) : path).join(' '));
  }
}
