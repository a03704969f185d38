import { limits } from '@product-content/contract';
import type { CatalogSnapshot, CategoryEntry } from '../../catalog/index.ts';
import type { CellOptions } from '../column.ts';
import { codeOf, toReference } from './catalog-codecs.ts';
import type { CellCodec } from './cell-codec.ts';
import { CellProblem, type MissingParent, type MissingRecord } from './cell-problem.ts';
import { splitList } from './cell-text.ts';
import { foldName, isDerivedFrom, shortenCode, toCode, toDistinctCode, toRecordName } from './code-of-name.ts';

/** The longest cell: long enough for many paths, short enough to search for every name in it. */
const maxTextLength = 20_000;

/**
 * A category by id, code or name, or by its path (`Home > Mugs`, `Home/Mugs`). Other systems list several categories
 * for a product: the category here is the first that exists, or the first path.
 */
export function categoryCodec(catalog: CatalogSnapshot): CellCodec {
  const search = createCategorySearch(catalog);
  return {
    show: codeOf,
    parse(value, options) {
      const names = Array.isArray(value) ? value.map(toReference) : [toReference(value)];
      const [name = null] = names;
      if (name === null) return new CellProblem('Must be the code or id of a category.');
      if (name.length > maxTextLength) return new CellProblem(`Must not have more than ${maxTextLength} characters.`);
      const listed = names.length > 1 ? names.flatMap((other) => other ?? []) : listedNames(name, options);
      const [first = name] = listed;
      const path = toPath(first);
      if (path.length > limits.categoryDepth) {
        return new CellProblem(`The path has more than ${limits.categoryDepth} categories.`);
      }
      // Paths after the first are ignored; of names and codes, unknown ones are skipped.
      const candidates = path.length > 1 ? [name, first] : [name, ...listed];
      const found = candidates.map(search.find).find((category) => category !== undefined);
      if (found !== undefined) return found.code;
      const message = `No category "${first.slice(0, 100)}" exists; createMissing.categories creates it.`;
      return new CellProblem(message, { missing: missingOf(path, search.along(path)) });
    },
  };
}

/** The categories in a text: separated by list separators, otherwise by commas if those are unambiguous. */
function listedNames(text: string, { listSeparator }: CellOptions): string[] {
  const listed = splitList(text, listSeparator).flatMap((part) => part.trim() || []);
  if (listed.length > 1 || text.includes(`\\${listSeparator}`)) return listed;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 1 && parts.every((part) => toCode(part) === part)) return parts;
  return partsOfPaths(parts);
}

/** A comma ends a path if the next part starts at the same root; otherwise it is part of a name. */
function partsOfPaths(parts: readonly string[]): string[] {
  const [root] = toPath(parts[0] ?? '');
  const paths: string[] = [];
  for (const part of parts) {
    if (paths.length === 0 || toPath(part)[0] === root) paths.push(part);
    else paths.push(`${paths.pop()}, ${part}`);
  }
  return paths.length > 1 ? paths : [];
}

/** The names on the path of a category. If `>` separates names, a slash is part of a name. */
function toPath(text: string): string[] {
  const names = text.split(text.includes('>') ? '>' : '/').flatMap((name) => name.trim() || []);
  return names.length === 0 ? [text] : names;
}

function createCategorySearch(catalog: CatalogSnapshot) {
  let byNames: ReadonlyMap<string, CategoryEntry> | null = null;
  let byPlaces: ReadonlyMap<string, CategoryEntry> | null = null;
  const all = () => catalog.categoryIds().flatMap((id) => catalog.categoryById(id) ?? []);
  const child = (parent: CategoryEntry | undefined, name: string) => {
    byPlaces ??= firstOfEach(all(), (category) => [
      placeOf(category.parentId, category.name),
      placeOf(category.parentId, category.code),
    ]);
    return byPlaces.get(placeOf(parent?.id ?? null, name));
  };
  /** The names on the path of an existing category. */
  const pathTo = ({ name, parentId }: CategoryEntry): string[] => {
    const parent = parentId === null ? undefined : catalog.categoryById(parentId);
    return parent === undefined ? [name] : [...pathTo(parent), name];
  };
  /** The category that an import created from a path, which may have been renamed or moved since. */
  const findCreated = (path: readonly string[]): CategoryEntry | undefined => {
    const code = codeOfPath(path);
    if (code === null) return undefined;
    const found = catalog.category(code);
    if (found !== undefined && !isDerivedFrom(code, found.name, codeOfPath(pathTo(found)))) return found;
    return catalog.category(toDistinctCode(code, identityOf(path)));
  };
  /** The categories on a path from a root, as far as they exist. */
  const along = (names: readonly string[]): CategoryEntry[] => {
    const reached: CategoryEntry[] = [];
    for (const [index, name] of names.entries()) {
      const next = child(reached.at(-1), name) ?? (index === 0 ? undefined : findCreated(names.slice(0, index + 1)));
      if (next === undefined) break;
      reached.push(next);
    }
    return reached;
  };
  const named = (name: string): CategoryEntry | undefined => {
    byNames ??= firstOfEach(all(), (category) => [foldName(category.name)]);
    return catalog.category(name) ?? byNames.get(foldName(name)) ?? findCreated([name]);
  };
  return {
    along,
    find(name: string): CategoryEntry | undefined {
      const path = toPath(name);
      const isPath = path.length > 1 && path.length <= limits.categoryDepth;
      return named(name) ?? (isPath ? along(path)[path.length - 1] : undefined);
    },
  };
}

function placeOf(parentId: string | null, name: string): string {
  return `${parentId ?? ''} ${foldName(name)}`;
}

function firstOfEach(categories: readonly CategoryEntry[], namesOf: (category: CategoryEntry) => readonly string[]) {
  return new Map(
    categories.toReversed().flatMap((category) => namesOf(category).map((name) => [name, category] as const)),
  );
}

/** The missing categories of a path, top down. Empty if no code can be derived from a name. */
function missingOf(path: readonly string[], reached: readonly CategoryEntry[]): MissingRecord[] {
  const missing: MissingRecord[] = [];
  const last = reached.at(-1);
  let parent: MissingParent = last === undefined ? null : { code: last.code };
  for (const [offset, name] of path.slice(reached.length).entries()) {
    const names = path.slice(0, reached.length + offset + 1);
    const code = codeOfPath(names);
    if (code === null) return [];
    const identity = identityOf(names);
    missing.push({ kind: 'category', name: toRecordName(name), code, identity, parent });
    parent = { identity };
  }
  return missing;
}

function identityOf(path: readonly string[]): string {
  return path.length === 1 ? foldName(path[0] as string) : JSON.stringify(path.map(foldName));
}

/**
 * Names in different branches may be equal: the code is derived from the whole path, so that it does not depend on
 * existing categories.
 */
function codeOfPath(path: readonly string[]): string | null {
  const parts = path.map(toCode);
  return parts.includes(null) ? null : shortenCode(parts.join('_'));
}
