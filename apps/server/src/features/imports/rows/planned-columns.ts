import { jobErrorValueLength } from '@product-content/contract';
import type { Cell, Row } from '../../../formats/index.ts';
import { type Column, type ColumnScope, createColumns, createPendingColumn } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { createNewAttributeReader } from '../plan/new-attribute.ts';
import { targetsOf } from '../plan/resolve-mapping.ts';

/** A column of the file that is read. */
export interface PlannedColumn {
  /** Its position in each row. */
  readonly position: number;
  /** Its name in the file. */
  readonly name: string;
  readonly column: Column;
}

/** The columns of a file, resolved against the workspace now. */
export interface PlannedColumns {
  readonly columns: readonly PlannedColumn[];
  /** The column, by its name in the file, that the dotted path of a row error refers to. */
  columnOf(path: string, cells: Row['cells']): string | null;
  /** The text of a column's cell, for an error. */
  cellTextOf(column: string | null, cells: Row['cells']): string | null;
}

/** Resolves the targets of a plan again: an attribute may have been created or deleted since it was made. */
export function planColumns({ columns: names, mapping, options }: ImportPlan, scope: ColumnScope): PlannedColumns {
  const known = createColumns(options.recordType, scope);
  const readNewAttribute = createNewAttributeReader(scope.catalog);
  const columns = names.flatMap((name, position) =>
    targetsOf(mapping, name).flatMap((target): PlannedColumn[] => {
      const attribute = readNewAttribute(name, target);
      if (attribute === null || typeof attribute === 'string') {
        const column = known.find(target);
        return column === undefined ? [] : [{ position, name, column }];
      }
      const column = known.find(`attributes.${attribute.code}`) ?? createPendingColumn(attribute);
      return [{ position, name, column }];
    }),
  );
  const positions = new Map(names.map((name, position) => [name, position]));
  return {
    columns,
    columnOf: createColumnSearch(columns, options.skuFrom?.[0]),
    cellTextOf: (column, cells) => (column === null ? null : shown(cells[positions.get(column) ?? -1])),
  };
}

/** The beginning of a cell: stored errors cut off longer texts. */
function shown(cell: Cell): string | null {
  if (cell === undefined || cell === null) return null;
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return text.slice(0, jobErrorValueLength + 1);
}

/** `images.0.url` belongs to `images`, `prices` to the first of `prices.EUR` and `prices.USD`. */
function createColumnSearch(columns: readonly PlannedColumn[], skuColumn?: string): PlannedColumns['columnOf'] {
  const byKey = new Map<string, string>();
  const firstBelow = new Map<string, string>();
  for (const { name, column } of columns) {
    if (!byKey.has(column.key)) byKey.set(column.key, name);
    for (const outer of outerPaths(column.key)) if (!firstBelow.has(outer)) firstBelow.set(outer, name);
  }
  if (skuColumn !== undefined && !byKey.has('sku')) byKey.set('sku', skuColumn);
  const keyedByCell = columns.filter(({ column }) => column.keyOf !== undefined);
  /** The column whose cell names the path, or a path that contains it. */
  const namedByCell = (paths: readonly string[], cells: Row['cells']): string | undefined => {
    const found = keyedByCell.find(({ column, position }) => {
      const key = column.keyOf?.(cells[position]) ?? column.key;
      return key !== column.key && paths.includes(key);
    });
    return found?.name;
  };
  return (path, cells) => {
    const paths = [path, ...outerPaths(path)];
    const named = paths.find((outer) => byKey.has(outer));
    const column = named === undefined ? firstBelow.get(path) : byKey.get(named);
    return namedByCell(paths, cells) ?? column ?? null;
  };
}

/** `a.b.c` → `a.b`, `a`. */
function outerPaths(path: string): string[] {
  const steps = path.split('.');
  return steps.slice(1).map((_, index) => steps.slice(0, steps.length - 1 - index).join('.'));
}
