import {
  type ExportOptions,
  type ExportOptionsInput,
  ExportOptionsSchema,
  toProductFilterInput,
} from '@product-content/contract';
import { FieldProblems } from '../../../kernel/index.ts';
import { type ColumnScope, createColumns } from '../../columns/index.ts';
import { assertAttributeFilters } from '../../products/index.ts';

/** The options of an export that sets none. */
export const defaultOptions = {
  recordType: 'products',
  format: 'csv',
  includeVariants: true,
  delimiter: 'comma',
  bom: false,
} as const;

type CheckedOptions = Omit<ExportOptions, 'delimiter' | 'bom'>;

/** Options that only exports of products accept. */
const productOptions = ['filter', 'currencies', 'includeVariants'] as const;

/**
 * Checks that the workspace has the requested columns, locales and filterable attributes.
 *
 * @throws ApiError `validation_failed` at an option that the record type does not accept, `columns.N`, `locales.N`,
 *   `filter.attributes.<code>`.
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

/** Converts options to their stored JSON. */
export function writeOptions({ filter, ...options }: ExportOptions): ExportOptionsInput {
  return definedOf({ ...options, ...(filter && { filter: toProductFilterInput(filter) }) });
}

/** Reads options from {@link writeOptions}. */
export function readOptions(options: ExportOptionsInput): ExportOptions {
  return ExportOptionsSchema.parse(options);
}

/** The object without undefined members. */
export function definedOf<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
