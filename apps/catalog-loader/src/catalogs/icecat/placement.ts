import type { IcecatSchema } from './schema/read-schema.ts';

/** The place of a product with several categories: one category, and the others as collections. */
export interface Placement {
  readonly category: string | null;
  readonly collections: readonly string[];
  /** Category codes that do not exist. */
  readonly unknown: readonly string[];
}

type Tree = Pick<IcecatSchema, 'categories' | 'channelTree'>;

/** The category itself and its ancestors, the root last. */
export function lineage(code: string, { categories }: Tree): string[] {
  const line: string[] = [];
  for (let at: string | null = code; at !== null && !line.includes(at); at = categories.get(at)?.parent ?? null) {
    line.push(at);
  }
  return line;
}

/**
 * A product has one category here and several in the source: it gets the first listed one of the channel's tree, the
 * deepest if one contains another. Categories above it are implied; every other one (brands, suppliers, other trees)
 * becomes a collection with the same code.
 */
export function placeProduct(codes: readonly string[], tree: Tree): Placement {
  const known = codes.filter((code) => tree.categories.has(code));
  const unknown = codes.filter((code) => !tree.categories.has(code));
  const isAbove = (upper: string, lower: string) => upper !== lower && lineage(lower, tree).includes(upper);
  const deepest = known.filter((code) => !known.some((other) => isAbove(code, other)));
  const category = deepest.find((code) => lineage(code, tree).at(-1) === tree.channelTree) ?? deepest[0] ?? null;
  const implied = new Set(category === null ? [] : lineage(category, tree));
  return { category, collections: known.filter((code) => !implied.has(code)), unknown };
}

/** The category under `brands` among a product's categories, which is its brand. */
export function brandCategoryOf(codes: readonly string[], { categories }: Tree): string | null {
  return codes.find((code) => categories.get(code)?.parent === 'brands') ?? null;
}
