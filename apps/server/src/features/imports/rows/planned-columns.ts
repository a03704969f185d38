import { type ImportResult, ignoredColumn } from '@product-content/contract';
import { type Column, type ColumnScope, createProductColumns } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { type NewAttribute, readNewAttribute } from '../plan/new-attribute.ts';

/** A column of the file that is read. */
export interface PlannedColumn {
  /** Its position in the rows. */
  readonly position: number;
  /** As the file names it. */
  readonly name: string;
  readonly column: Column;
}

/** The columns of a file, as the workspace understands them now. */
export interface PlannedColumns {
  readonly columns: readonly PlannedColumn[];
  /** Attributes the plan wants that do not exist yet. */
  readonly newAttributes: readonly NewAttribute[];
  /** The column a dotted path of an error is about, as the file names it. */
  columnOf(path: string): string | null;
}

/** Looks the targets of a plan up again: an attribute may have been created, or deleted, since it was made. */
export function planColumns({ layout, mapping }: ImportPlan, scope: ColumnScope): PlannedColumns {
  const known = createProductColumns(scope);
  const newAttributes: NewAttribute[] = [];
  const columns = layout.columns.flatMap((name, position): PlannedColumn[] => {
    const target = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (target === undefined || target === ignoredColumn) return [];
    const attribute = readNewAttribute(name, target);
    const isNew = attribute !== null && typeof attribute !== 'string';
    const column = known.find(isNew ? `attributes.${attribute.code}` : target);
    if (column !== undefined) return [{ position, name, column }];
    if (isNew) newAttributes.push(attribute);
    return [];
  });
  return { columns, newAttributes, columnOf: createColumnSearch(columns) };
}

/** `images.0.url` is about `images`, `prices` about the first of `prices.EUR` and `prices.USD`. */
function createColumnSearch(columns: readonly PlannedColumn[]): PlannedColumns['columnOf'] {
  const byKey = new Map<string, string>();
  const firstBelow = new Map<string, string>();
  for (const { name, column } of columns) {
    if (!byKey.has(column.key)) byKey.set(column.key, name);
    for (const outer of outerPaths(column.key)) if (!firstBelow.has(outer)) firstBelow.set(outer, name);
  }
  return (path) => {
    const named = [path, ...outerPaths(path)].find((outer) => byKey.has(outer));
    return (named === undefined ? firstBelow.get(path) : byKey.get(named)) ?? null;
  };
}

/** `a.b.c` → `a.b`, `a`. */
function outerPaths(path: string): string[] {
  const steps = path.split('.');
  return steps.slice(1).map((_, index) => steps.slice(0, steps.length - 1 - index).join('.'));
}

export type CreatedRecords = Pick<
  ImportResult,
  'createdAttributes' | 'createdCategories' | 'createdCollections' | 'createdOptions'
>;
