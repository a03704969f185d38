import type { SourceRow } from '../../source/source-folder.ts';
import type { IcecatSchema } from './schema/read-schema.ts';

type Models = Pick<IcecatSchema, 'models'>;

/** A model found by the code a row gives for its parent. */
export interface ModelLink {
  readonly model: SourceRow;
  /** False when the code is right but for letter case. */
  readonly exact: boolean;
}

/**
 * Finds the model a `parent` cell means. A code that differs from exactly one model's in letter case only is taken
 * for it, since nothing else can be meant; null when there is none.
 */
export function findModel(code: string, { models }: Models): ModelLink | null {
  const exact = models.get(code);
  if (exact !== undefined) return { model: exact, exact: true };
  const folded = code.toLowerCase();
  const alike = [...models.keys()].filter((other) => other.toLowerCase() === folded);
  const model = alike.length === 1 ? models.get(alike[0] as string) : undefined;
  return model === undefined ? null : { model, exact: false };
}

/** True for a model between a root model and its variants. */
export const isSubModel = (model: SourceRow): boolean => Boolean(model.cells.parent);

/** The root of a model: itself, or what its `parent` cells lead to; null when they lead nowhere. */
export function rootOf(model: SourceRow, schema: Models): SourceRow | null {
  const seen = new Set<SourceRow>();
  let at: SourceRow | undefined = model;
  while (at !== undefined && isSubModel(at) && !seen.has(at)) {
    seen.add(at);
    at = findModel(at.cells.parent as string, schema)?.model;
  }
  return at === undefined || isSubModel(at) ? null : at;
}

/** Attributes in which the variants of a root model differ, over both levels. */
export const axesOf = (root: SourceRow, { familyVariants }: Pick<IcecatSchema, 'familyVariants'>): readonly string[] =>
  familyVariants.get(root.cells.family_variant ?? '')?.axes ?? [];

/** Columns that say what a row is, and that a variant does not take over from its sub-model. */
const identityColumns = new Set(['code', 'parent', 'family_variant', 'categories']);

/**
 * The cells of a variant with what its sub-model adds: there is one level of variants here and two in the source,
 * so a sub-model goes into its variants. A variant's own cells win.
 */
export function foldIn(variant: SourceRow, subModel: SourceRow): SourceRow {
  const added = Object.entries(subModel.cells).filter(
    ([column, value]) => value !== '' && !identityColumns.has(column) && !variant.cells[column],
  );
  return { ...variant, cells: { ...variant.cells, ...Object.fromEntries(added) } };
}

/** Columns in which a variant has something else than its sub-model, whose value is so not shown on it. */
export function overruledColumns(variant: SourceRow, subModel: SourceRow): string[] {
  return Object.entries(subModel.cells).flatMap(([column, value]) => {
    const own = variant.cells[column];
    return value !== '' && own && own !== value && !identityColumns.has(column) ? [column] : [];
  });
}
