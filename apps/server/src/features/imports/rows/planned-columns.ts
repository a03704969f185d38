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
  const found = new Map<string, string | null>();
  const search = (path: string): string | null => {
    const exact = columns.find(({ column }) => column.key === path);
    const outer = exact ?? columns.find(({ column }) => path.startsWith(`${column.key}.`));
    return (outer ?? columns.find(({ column }) => column.key.startsWith(`${path}.`)))?.name ?? null;
  };
  return (path) => {
    const known = found.get(path);
    if (known !== undefined) return known;
    const name = search(path);
    if (found.size < 1000) found.set(path, name);
    return name;
  };
}

export type CreatedRecords = Pick<
  ImportResult,
  'createdAttributes' | 'createdCategories' | 'createdCollections' | 'createdOptions'
>;
