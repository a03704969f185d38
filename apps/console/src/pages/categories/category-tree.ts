import type { CategoryNode } from '@product-content/contract';

/** Trees of at most this many categories are shown whole at first. */
const shownWhole = 60;

/** The categories that have others below them. */
export function branchesOf(nodes: readonly CategoryNode[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ parent }) => (parent === null ? [] : [parent.id])));
}

/** What is closed until a person opens it. */
export function initiallyClosed(nodes: readonly CategoryNode[]): ReadonlySet<string> {
  return nodes.length <= shownWhole ? new Set() : branchesOf(nodes);
}

/** The rows of the tree: those below a closed category are left out. @param nodes depth-first. */
export function openRows(nodes: readonly CategoryNode[], closed: ReadonlySet<string>): readonly CategoryNode[] {
  return nodes.filter(({ id, path }) => path.every((ancestor) => ancestor.id === id || !closed.has(ancestor.id)));
}

/** The categories whose name or code has the words, with everything above them. */
export function matchingRows(nodes: readonly CategoryNode[], words: string): readonly CategoryNode[] {
  const wanted = words.toLowerCase();
  const matches = nodes.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted));
  const shown = new Set(matches.flatMap(({ path }) => path.map(({ id }) => id)));
  return nodes.filter(({ id }) => shown.has(id));
}

/** Where a category can be moved: everywhere but into itself and below itself. */
export function possibleParents(nodes: readonly CategoryNode[], moved: string | null): readonly CategoryNode[] {
  return nodes.filter(({ path }) => path.every(({ id }) => id !== moved));
}

/** `Kitchen › Mugs`. */
export function pathName({ path }: Pick<CategoryNode, 'path'>): string {
  return path.map(({ name }) => name).join(' › ');
}
