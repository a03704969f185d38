import type { CategoryNode } from '@product-content/contract';
import { encodeId, mapInSlices } from '../../kernel/index.ts';
import type { CategoryTree, CountsById } from '../catalog/index.ts';
import type { CategoryRow } from './category.entity.ts';

/** Converts the categories of a tree to the form of the API, with the numbers of their products. */
export class CategoryMapper {
  readonly #tree: CategoryTree<CategoryRow>;
  readonly #counts: CountsById;
  readonly #totals = new Map<string, number>();
  readonly #paths = new Map<string, CategoryNode['path']>();

  constructor(tree: CategoryTree<CategoryRow>, counts: CountsById) {
    this.#tree = tree;
    this.#counts = counts;
  }

  /** The roots, each with its subtree. */
  async forest(): Promise<CategoryNode[]> {
    const nodes = await this.list();
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) byId.get(node.parent?.id ?? '')?.children.push(node);
    return nodes.filter(({ parent }) => parent === null);
  }

  /** All categories, depth first, without their children; in slices of time. */
  list(): Promise<CategoryNode[]> {
    return mapInSlices(this.#tree.subtree(null), (row) => this.#toNode(row));
  }

  /** A category with its subtree. */
  nested(id: string): CategoryNode {
    return { ...this.flat(id), children: this.#tree.childrenOf(id).map((child) => this.nested(child.id)) };
  }

  /** A category without its children. */
  flat(id: string): CategoryNode {
    const row = this.#tree.get(id);
    if (row === undefined) throw new RangeError(`The category ${id} is not in the tree.`);
    return this.#toNode(row);
  }

  #toNode(row: CategoryRow): CategoryNode {
    const path = this.#path(row);
    const parent = path.at(-2);
    return {
      id: encodeId('category', row.id),
      code: row.code,
      name: row.name,
      translations: row.translations,
      description: row.description,
      parent: parent === undefined ? null : { id: parent.id, code: parent.code },
      path,
      level: path.length - 1,
      position: row.position,
      productCount: this.#counts.get(row.id) ?? 0,
      totalProductCount: this.#total(row.id),
      children: [],
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  }

  /** The path from the root to a category. The parent's part is made once for all its children. */
  #path({ id, code, name, parentId }: CategoryRow): CategoryNode['path'] {
    const known = this.#paths.get(id);
    if (known !== undefined) return known;
    const parent = parentId === null ? undefined : this.#tree.get(parentId);
    const above = parent === undefined ? [] : this.#path(parent);
    const path = [...above, { id: encodeId('category', id), code, name }];
    this.#paths.set(id, path);
    return path;
  }

  #total(id: string): number {
    const known = this.#totals.get(id);
    if (known !== undefined) return known;
    const below = this.#tree.childrenOf(id).reduce((sum, child) => sum + this.#total(child.id), 0);
    const total = (this.#counts.get(id) ?? 0) + below;
    this.#totals.set(id, total);
    return total;
  }
}
