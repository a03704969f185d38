import { FieldProblems } from '../../../kernel/index.ts';
import { type ColumnScope, createColumns } from '../../columns/index.ts';
import { readDefaults } from '../rows/row-defaults.ts';
import type { ImportPlan } from './import-plan.ts';
import { listed } from './resolve-mapping.ts';

/**
 * Checks the options that name columns against the file and the workspace.
 *
 * @throws ApiError `validation_failed` at `options.skuFrom`, `options.valueMaps.<name>` or `options.defaults.<key>`.
 */
export function assertSettingsFit(plan: ImportPlan, scope: ColumnScope): void {
  const { columns: names, options } = plan;
  const problems = new FieldProblems();
  const known = new Set(names);
  const missing = (options.skuFrom ?? []).filter((name) => !known.has(name));
  if (missing.length > 0) {
    problems.add('options.skuFrom', `The file has no column ${listed(missing)}. It has ${listed(names)}.`);
  }
  const columns = createColumns(options.recordType, scope);
  for (const name of Object.keys(options.valueMaps ?? {})) {
    if (known.has(name) || columns.find(name) !== undefined) continue;
    problems.add(`options.valueMaps.${name}`, 'This is neither a column of the file nor a column key.');
  }
  problems.throwIfAny();
  readDefaults(plan, scope);
}
