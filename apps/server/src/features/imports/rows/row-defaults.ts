import { FieldProblems } from '../../../kernel/index.ts';
import { CellProblem, type ColumnScope, createProductColumns, type RowInput } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { checkRowInput } from './row-input.ts';

/** Columns without a default: they identify a product, or make it part of another one. */
const withoutDefault: ReadonlySet<string> = new Set(['id', 'sku', 'parent', 'variantAxes']);

/**
 * The values of new products whose row does not set them, from the option `defaults`.
 *
 * @throws ApiError `validation_failed` at `options.defaults.<key>`, also for a record that has been deleted since.
 */
export function readDefaults({ options }: Pick<ImportPlan, 'options'>, scope: ColumnScope): RowInput {
  const { defaults = {}, listSeparator = '|', imageBase } = options;
  const entries = Object.entries(defaults);
  if (entries.length === 0) return {};
  const columns = createProductColumns(scope);
  const problems = new FieldProblems();
  const input: RowInput = {};
  for (const [key, text] of entries) {
    const fail = (message: string) => problems.add(`options.defaults.${key}`, message);
    const column = columns.find(key);
    if (column === undefined) fail(`"${key}" is not a column key of the workspace.`);
    else if (column.readOnly || withoutDefault.has(key)) fail('This column cannot have a default.');
    else {
      const own: RowInput = {};
      const cell = { typed: false, listSeparator, decimalSeparator: undefined, imageBase };
      const problem = column.write(own, text, cell);
      if (problem instanceof CellProblem) fail(problem.message);
      else for (const message of Object.values(checkRowInput(own).issues ?? {})) fail(message);
      column.write(input, text, cell);
    }
  }
  problems.throwIfAny();
  return input;
}

/** Adds units and currency to a row that does not name them, for existing products too. */
export function addUnits(input: RowInput, { currency, units }: RowInput): void {
  const { length, width, height } = input;
  const hasSize = [length, width, height].some((size) => typeof size === 'number');
  if (units?.weight !== undefined && typeof input.weight === 'number') {
    input.units = { weight: units.weight, ...input.units };
  }
  if (units?.dimension !== undefined && hasSize) input.units = { dimension: units.dimension, ...input.units };
  if (currency !== undefined && typeof input.price === 'number') input.currency ??= currency;
}
