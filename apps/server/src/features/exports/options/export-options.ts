import {
  type ExportOptions,
  type ExportOptionsInput,
  ExportOptionsSchema,
  toProductFilterInput,
} from '@product-content/contract';
import { FieldProblems } from '../../../kernel/index.ts';
import { type ColumnScope, createColumns } from '../../columns/index.ts';
import { assertAttributeFilters } from '../../products/index.ts';

/** What an export does that says nothing else. */
export const defaultOptions = {
  recordType: 'products',
  format: 'csv',
  includeVariants: true,
  delimiter: 'comma',
  bom: false,
} as const;

type CheckedOptions = Omit<ExportOptions, 'delimiter' | 'bom'>;

/** What only exports of products take. */
const productOptions = ['filter', 'currencies', 'includeVariants'] as const;

/**
 * Holds that a workspace has the columns, locales and filterable attributes it is asked for.
 *
 * @throws ApiError `validation_failed` at the name of an option that the record type does not take, `columns.N`, `locales.N`, `filter.attributes.<code>`.
 */
export function assertOptions(scope: ColumnScope, options: CheckedOptions): void {
  const { recordType = defaultOptions.recordType, columns = [], locales = [], filter = {} } = options;
  const problems = new FieldProblems();
  const known = createColumns(recordType, scope);
  for (const name of recordType === 'products' ? [] : productOptions) {
    if (options[name] !== undefined) problems.add(name, 'Applies to products only.');
  }
  if (recordType !== 'products' && options.format === 'xml')
    problems.add('format', 'Only products are exported as XML.');
  for (const [index, key] of columns.entries()) {
    if (known.find(key) === undefined) problems.add(`columns.${index}`, `There is no column "${key}".`);
  }
  for (const [index, locale] of locales.entries()) {
    if (scope.workspace.locales.includes(locale)) continue;
    problems.add(`locales.${index}`, `Must be one of the workspace’s locales: ${scope.workspace.locales.join(', ')}.`);
  }
  problems.throwIfAny();
  assertAttributeFilters(filter, scope.catalog, 'filter.');
}

/** Options as JSON keeps them. */
export function writeOptions({ filter, ...options }: ExportOptions): ExportOptionsInput {
  return definedOf({ ...options, ...(filter && { filter: toProductFilterInput(filter) }) });
}

/** Options that {@link writeOptions} wrote. */
export function readOptions(options: ExportOptionsInput): ExportOptions {
  return ExportOptionsSchema.parse(options);
}

/** Without the members that are undefined. */
export function definedOf<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
