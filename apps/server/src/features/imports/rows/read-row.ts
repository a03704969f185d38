import { toFieldErrors } from '@contract-kit/middleware';
import {
  AmountSchema,
  CurrencySchema,
  type JobError,
  limits,
  type ProductInput,
  ProductInputSchema,
} from '@product-content/contract';
import { z } from 'zod';
import type { Cell, Row } from '../../../formats/index.ts';
import { type CellOptions, createListSeparators, type MissingRecord, type RowInput } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import type { PlannedColumn, PlannedColumns } from './planned-columns.ts';

/** A row whose cells are all right by themselves. */
export interface ReadRow {
  readonly number: number;
  readonly input: ProductInput;
  readonly prices: RowInput['prices'];
  /** The cell that names the product by id. */
  readonly id: string | null;
}

/** A row that has bad cells. */
export interface BadRow {
  readonly number: number;
  readonly errors: readonly JobError[];
  /** Records that would make the cells right. */
  readonly missing: readonly MissingRecord[];
}

const amount = AmountSchema.nullable().optional();
const PricePatchesSchema = z.record(CurrencySchema, z.strictObject({ amount, compareAt: amount, cost: amount }));
const RowSchema = ProductInputSchema.omit({ expectedVersion: true });

/** Reads rows by a plan: cells become the input of a product, or errors that name their column. */
export function createRowReader(plan: ImportPlan, planned: PlannedColumns): (row: Row) => ReadRow | BadRow {
  const { format } = plan.layout.detected;
  const { emptyCells, matchBy } = plan.options;
  const typed = format === 'json' || format === 'ndjson';
  const optionsOf = createCellOptions(plan, typed);
  const columns = planned.columns.map((column) => ({ ...column, options: optionsOf(column) }));
  const clears = emptyCells === 'clear';

  return (row) => {
    const errors: JobError[] = [];
    const missing: MissingRecord[] = [];
    const input: RowInput = {};
    let id: string | null = null;
    const fail = (column: string | null, field: string | null, message: string) => {
      if (errors.length === limits.rowErrors) return;
      errors.push({ row: row.number, column, sku: null, field, code: 'validation_failed', message });
    };
    if (row.problem !== undefined) fail(row.problem.column, null, row.problem.message);
    for (const { position, name, column, options } of row.problem === undefined ? columns : []) {
      const cell = row.cells[position];
      if (typed && cell === undefined) continue;
      if (isEmpty(cell, typed)) {
        if (clears) column.clear(input);
        continue;
      }
      if (matchBy === 'id' && column.key === 'id') id = String(cell).trim();
      const problem = column.write(input, cell, options);
      if (problem === null) continue;
      fail(name, column.key, problem.message);
      missing.push(...problem.missing);
    }
    const { prices = {}, ...fields } = input;
    const parsed = RowSchema.safeParse(fields);
    const patches = PricePatchesSchema.safeParse(prices);
    const issues = {
      ...toFieldErrors(parsed.error?.issues ?? []),
      ...toFieldErrors(patches.error?.issues.map((issue) => ({ ...issue, path: ['prices', ...issue.path] })) ?? []),
    };
    for (const [path, message] of Object.entries(issues)) fail(planned.columnOf(path), path, message);
    if (errors.length > 0 || !parsed.success || !patches.success) {
      const sku = input.sku ?? null;
      return { number: row.number, errors: errors.map((error) => ({ ...error, sku })), missing };
    }
    return { number: row.number, input: parsed.data, prices: patches.data, id };
  };
}

function createCellOptions({ layout, options }: ImportPlan, typed: boolean): (column: PlannedColumn) => CellOptions {
  const { decimalSeparator, imageBase } = options;
  const separatorOf = createListSeparators(layout.columns);
  return ({ column }) => {
    const listSeparator = options.listSeparator ?? separatorOf(column.key) ?? '|';
    return { typed, listSeparator, decimalSeparator, imageBase };
  };
}

export function isBad(row: ReadRow | BadRow): row is BadRow {
  return 'errors' in row;
}

function isEmpty(cell: Cell, typed: boolean): boolean {
  return cell === undefined || cell === null || (!typed && typeof cell === 'string' && cell.trim() === '');
}
