import { type JobError, limits } from '@product-content/contract';
import type { Cell, Row, RowProblem } from '../../../formats/index.ts';
import {
  type CellOptions,
  CellProblem,
  type DateOrder,
  type MissingRecord,
  type RowInput,
} from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import type { PlannedColumn, PlannedColumns } from './planned-columns.ts';
import { mapValue, valueMapOf } from './value-map.ts';

/** A row whose cells are valid individually, with their content. */
export type ReadRow<Checked> = Checked & {
  readonly row: Row;
  /** The cell that identifies the product by id. */
  readonly id: string | null;
};

/** A row with invalid cells. */
export interface BadRow {
  readonly row: Row;
  /** The content of the other cells. */
  readonly input: RowInput;
  readonly problems: readonly BadCell[];
}

/** A problem of a cell, or of the row. */
export interface BadCell {
  readonly error: JobError;
  /** Records whose creation would make it valid. */
  readonly missing: readonly MissingRecord[];
}

/** What is specific to the rows of one record type. */
export interface RowRules<Checked extends object> {
  /** Completes the input made from a row. @returns the problem of the field that identifies the record, or null. */
  complete?(input: RowInput, row: Row): { readonly field: string; readonly message: string } | null;
  /** Checks the input against the contract. */
  check(input: RowInput): CheckedRow<Checked>;
}

/** The input of a row, or messages by dotted path. */
export type CheckedRow<Checked> =
  | { readonly issues: null; readonly checked: Checked }
  | { readonly issues: Readonly<Record<string, string>> };

/** Reads rows as a plan says: cells become the input of a record, or errors that name their column. */
export function createRowReader<Checked extends object>(
  plan: ImportPlan,
  planned: PlannedColumns,
  rules: RowRules<Checked>,
): (row: Row) => ReadRow<Checked> | BadRow {
  const { format } = plan.layout.detected;
  const { emptyCells, matchBy } = plan.options;
  const typed = format === 'json' || format === 'ndjson';
  const optionsOf = createCellOptions(plan, typed);
  const columns = planned.columns.map((column) => ({
    ...column,
    options: optionsOf(column),
    values: valueMapOf(plan, column.name, column.column.key),
  }));
  const clears = emptyCells === 'clear';
  const problemOf = plan.transform === null ? createRowCheck(plan) : ({ problem }: Row) => problem;

  return (row) => {
    const problems: BadCell[] = [];
    const input: RowInput = {};
    let id: string | null = null;
    const fail = (
      column: string | null,
      field: string | null,
      message: string,
      missing: BadCell['missing'] = [],
    ): void => {
      if (problems.length === limits.rowErrors) return;
      const value = planned.cellTextOf(column, row.cells);
      const error = { row: row.number, column, sku: null, field, code: 'validation_failed', message, value };
      problems.push({ error, missing });
    };
    const broken = problemOf(row);
    if (broken !== undefined) fail(broken.column, null, broken.message);
    for (const { position, name, column, options, values } of broken === undefined ? columns : []) {
      const given = row.cells[position];
      const separator = column.collects ? options.listSeparator : null;
      const cell = values === undefined ? given : mapValue(given, values, separator);
      if (cell === undefined && (typed || row.part !== undefined)) continue;
      if (isEmpty(cell, typed)) {
        if (clears) column.clear(input);
        continue;
      }
      if (matchBy === 'id' && column.key === 'id') id = String(cell).trim();
      const unfit = problemOfText(cell);
      const problem = unfit === null ? column.write(input, cell, options) : new CellProblem(unfit);
      if (problem !== null) fail(name, problem.field ?? column.key, problem.message, problem.missing);
    }
    const incomplete = broken === undefined ? (rules.complete?.(input, row) ?? null) : null;
    if (incomplete !== null) {
      fail(planned.columnOf(incomplete.field, row.cells), incomplete.field, incomplete.message);
    }
    const checked = rules.check(input);
    for (const [path, message] of Object.entries(checked.issues ?? {})) {
      fail(planned.columnOf(path, row.cells), path, message);
    }
    if (problems.length > 0 || checked.issues !== null) {
      const sku = input.sku ?? null;
      return { row, input, problems: problems.map(({ error, missing }) => ({ error: { ...error, sku }, missing })) };
    }
    return { ...checked.checked, row, id };
  };
}

/** Why a row cannot be read: its own problem, or cells missing at its end. */
export function createRowCheck({
  layout,
  options,
}: Pick<ImportPlan, 'layout' | 'options'>): (row: Row) => RowProblem | undefined {
  const { format } = layout.detected;
  // A sheet does not store empty cells, and JSON and XML name the cells they have.
  const isWritten = format === 'csv' || format === 'tsv';
  const expected = isWritten && options.shortRows === 'error' ? layout.columns.length : 0;
  return ({ cells, problem }) => {
    if (problem !== undefined || cells.length >= expected) return problem;
    const message = `The row has ${cells.length} cells, the header ${expected}; with shortRows "pad" the missing ones are empty.`;
    return { column: null, message };
  };
}

function createCellOptions(plan: ImportPlan, typed: boolean): (column: PlannedColumn) => CellOptions {
  const { listSeparators, options, separators, dateOrders } = plan;
  const { decimalSeparator: requested, dateFormat, imageBase } = options;
  return ({ name, column }) => {
    const listSeparator = options.listSeparator ?? listSeparators[column.key] ?? '|';
    const found = Object.hasOwn(separators, name) ? separators[name] : undefined;
    const foundOrder = Object.hasOwn(dateOrders, name) ? dateOrders[name] : undefined;
    const dateOrder = dateFormat === 'auto' ? foundOrder : dateOrderOf(dateFormat);
    return { typed, listSeparator, decimalSeparator: requested === 'auto' ? found : requested, dateOrder, imageBase };
  };
}

function dateOrderOf(format: string): DateOrder {
  if (format.startsWith('Y')) return 'year';
  return format.startsWith('D') ? 'day' : 'month';
}

export function isBad<Checked>(row: ReadRow<Checked> | BadRow): row is BadRow {
  return 'problems' in row;
}

/** Why the text of a cell cannot be stored; null when it can. */
function problemOfText(cell: unknown): string | null {
  if (typeof cell === 'string') {
    if (cell.includes('\0')) return 'Must not contain NUL characters.';
    return cell.isWellFormed() ? null : 'Must not contain lone surrogates.';
  }
  if (typeof cell !== 'object' || cell === null) return null;
  for (const part of Object.entries(cell).flat()) {
    const problem = problemOfText(part);
    if (problem !== null) return problem;
  }
  return null;
}

function isEmpty(cell: Cell, typed: boolean): boolean {
  return cell === undefined || cell === null || (!typed && typeof cell === 'string' && cell.trim() === '');
}
