import type { SourceRow } from '../../source/source-folder.ts';
import type { IcecatSchema } from './schema/read-schema.ts';

type Models = Pick<IcecatSchema, 'models'>;

/** A model found by the parent code in a row. */
export interface ModelLink {
  readonly model: SourceRow;
  /** False when the code differs in letter case. */
  readonly exact: boolean;
}

/**
 * Finds the model that a `parent` cell names. If the code differs from exactly one model's only in letter case, that
 * model is meant; null when there is none.
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

/** The root of a model: itself, or the end of the chain of `parent` cells; null when the chain is broken. */
export function rootOf(model: SourceRow, schema: Models): SourceRow | null {
  const seen = new Set<SourceRow>();
  let at: SourceRow | undefined = model;
  while (at !== undefined && isSubModel(at) && !seen.has(at)) {
    seen.add(at);
    at = findModel(at.cells.parent as string, schema)?.model;
  }
  return at === undefined || isSubModel(at) ? null : at;
}

/** Attributes that distinguish the variants of a root model, on both levels. */
export const axesOf = (root: SourceRow, { familyVariants }: Pick<IcecatSchema, 'familyVariants'>): readonly string[] =>
  familyVariants.get(root.cells.family_variant ?? '')?.axes ?? [];

/** Columns that identify a row, which a variant does not inherit from its sub-model. */
const identityColumns = new Set(['code', 'parent', 'family_variant', 'categories']);

/**
 * The cells of a variant, completed with those of its sub-model: the source has two levels of variants, and there is
 * one here, so sub-models are merged into their variants. A variant's own cells win.
 */
export function foldIn(variant: SourceRow, subModel: SourceRow): SourceRow {
  const added = Object.entries(subModel.cells).filter(
    ([column, value]) => value !== '' && !identityColumns.has(column) && !variant.cells[column],
  );
  return { ...variant, cells: { ...variant.cells, ...Object.fromEntries(added) } };
}

/** Columns in which a variant differs from its sub-model, whose value is therefore lost. */
export function overruledColumns(variant: SourceRow, subModel: SourceRow): string[] {
  return Object.entries(subModel.cells).flatMap(([column, value]) => {
    const own = variant.cells[column];
    return value !== '' && own && own !== value && !identityColumns.has(column) ? [column] : [];
  });
}
