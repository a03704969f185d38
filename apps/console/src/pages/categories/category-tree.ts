import type { CategoryNode } from '@product-content/contract';

/** Trees with at most this many categories are initially open. */
const maxInitiallyOpen = 60;

/** The categories that have children. */
export function branchesOf(nodes: readonly CategoryNode[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ parent }) => (parent === null ? [] : [parent.id])));
}

/** The categories that are closed until a person opens them. */
export function initiallyClosed(nodes: readonly CategoryNode[]): ReadonlySet<string> {
  return nodes.length <= maxInitiallyOpen ? new Set() : branchesOf(nodes);
}

/** The rows of the tree, without those below a closed category. @param nodes depth first. */
export function openRows(nodes: readonly CategoryNode[], closed: ReadonlySet<string>): readonly CategoryNode[] {
  return nodes.filter(({ id, path }) => path.every((ancestor) => ancestor.id === id || !closed.has(ancestor.id)));
}

/** The categories whose name or code contains the words, with all their ancestors. */
export function matchingRows(nodes: readonly CategoryNode[], words: string): readonly CategoryNode[] {
  const wanted = words.toLowerCase();
  const matches = nodes.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted));
  const shown = new Set(matches.flatMap(({ path }) => path.map(({ id }) => id)));
  return nodes.filter(({ id }) => shown.has(id));
}

/** The possible new parents of a category: all categories except itself and its descendants. */
export function possibleParents(nodes: readonly CategoryNode[], moved: string | null): readonly CategoryNode[] {
  return nodes.filter(({ path }) => path.every(({ id }) => id !== moved));
}

/** `Kitchen › Mugs`. */
export function pathName({ path }: Pick<CategoryNode, 'path'>): string {
  return path.map(({ name }) => name).join(' › ');
}

/** What other records lose with a category. */
export function lossOf(productCount: number): string {
  const below = 'The categories below it move up.';
  if (productCount === 0) return below;
  return `${below} ${productCount === 1 ? '1 product loses its' : `${productCount} products lose their`} category.`;
}
