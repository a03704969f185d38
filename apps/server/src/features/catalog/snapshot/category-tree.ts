/** What a tree needs to know about a category. */
export interface TreeEntry {
  readonly id: string;
  /** Null for a root. */
  readonly parentId: string | null;
}

/** The categories of a workspace as a tree. Siblings keep the order in which they were given. */
export class CategoryTree<Entry extends TreeEntry> {
  readonly #byId = new Map<string, Entry>();
  readonly #children = new Map<string | null, Entry[]>();

  constructor(entries: Iterable<Entry>) {
    for (const entry of entries) {
      this.#byId.set(entry.id, entry);
      const siblings = this.#children.get(entry.parentId);
      if (siblings === undefined) this.#children.set(entry.parentId, [entry]);
      else siblings.push(entry);
    }
  }

  get(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /** The children of a category; for null, the roots. */
  childrenOf(id: string | null): readonly Entry[] {
    return this.#children.get(id) ?? [];
  }

  /** The path from the root to a category, including it. */
  path(id: string): Entry[] {
    const path: Entry[] = [];
    for (let entry = this.#byId.get(id); entry !== undefined; entry = this.#byId.get(entry.parentId ?? '')) {
      path.unshift(entry);
    }
    return path;
  }

  /** A category and all its descendants, depth first; for null, all categories. */
  subtree(id: string | null): Entry[] {
    const entry = id === null ? undefined : this.#byId.get(id);
    const below = this.childrenOf(id).flatMap((child) => this.subtree(child.id));
    return entry === undefined ? below : [entry, ...below];
  }

  /** The number of levels in the subtree of a category: 1 if it has no children. */
  height(id: string): number {
    return 1 + this.childrenOf(id).reduce((highest, child) => Math.max(highest, this.height(child.id)), 0);
  }
}
