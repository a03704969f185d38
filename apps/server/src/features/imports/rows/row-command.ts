import { associationTypes, type ImportOptions, type JobError, type ProductInput } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { ApiError, decodeId } from '../../../kernel/index.ts';
import type { RowInput } from '../../columns/index.ts';
import type { SaveCommand } from '../../products/index.ts';
import type { PlannedColumns } from './planned-columns.ts';
import type { ReadProduct } from './product-rules.ts';

/** The products with a GTIN: ids (`prd_…`), and the SKU that an earlier row is about to create. */
export type GtinHolders = ReadonlyMap<string, readonly string[]>;

/**
 * Decides which product a row is about, and how to save it.
 *
 * @param defaults of new products.
 * @throws ApiError `validation_failed` when nothing identifies the product, or the reference is ambiguous.
 */
export function toCommand(
  row: ReadProduct,
  options: ImportOptions,
  { holders, defaults }: { readonly holders: GtinHolders; readonly defaults: RowInput },
): SaveCommand {
  const { input, prices } = row;
  const create = { whenMissing: options.mode === 'update' ? 'not_found' : 'create' } as const;
  const ifExisting = options.mode === 'create' ? 'conflict' : 'change';
  const change = { whenExisting: row.row.isImplied ? 'keep' : ifExisting } as const;
  const shared = { prices, mode: 'merge', whenCreated: whenCreated(input, options, defaults) } as const;
  const bySku = { ...shared, ...create, by: 'sku', input } as const;
  const existing = existingOf(row, options, holders);
  // An earlier row that is about to create the same SKU may fail; then this one creates it.
  const isExpected = existing !== null && existing.reference === input.sku;
  if (existing !== null && !isExpected) return { ...shared, ...existing, ...change, whenMissing: 'not_found' };
  const reference = required(input.sku, 'sku');
  const conflicts = isExpected || options.matchBy === 'sku' ? change : ({ whenExisting: 'conflict' } as const);
  return { ...bySku, ...conflicts, reference };
}

/** The product that a row identifies by something other than its SKU; null when there is none. */
function existingOf(
  { input, id }: ReadProduct,
  { matchBy }: ImportOptions,
  holders: GtinHolders,
): Pick<SaveCommand, 'reference' | 'input'> | null {
  if (matchBy === 'id') {
    if (id === null) return null;
    if (decodeId('product', id) === null) throw invalid('id', 'Must be the id of a product.');
    return { reference: id, input };
  }
  if (matchBy === 'sku') return null;
  const products = holders.get(required(input.gtin, 'gtin')) ?? [];
  if (products.length > 1) throw invalid('gtin', `${products.length} products have this GTIN.`);
  // Files that identify products by GTIN contain SKUs of another system.
  const { sku: _, ...others } = input;
  return products[0] === undefined ? null : { reference: products[0], input: others };
}

/** A variant inherits missing values from its parent, so only its status has a default. */
function whenCreated(
  { type, parent }: ProductInput,
  options: ImportOptions,
  { status, ...others }: RowInput,
): SaveCommand['whenCreated'] {
  const { defaultStatus, defaultType } = options;
  const isVariant = type === 'variant' || typeof parent === 'string';
  const inferred = typeof parent === 'string' ? 'variant' : defaultType;
  return {
    ...(isVariant ? {} : others),
    ...(status === undefined ? {} : { status }),
    ...(defaultStatus === undefined ? {} : { status: defaultStatus }),
    ...(type === undefined && inferred !== undefined ? { type: inferred } : {}),
  };
}

function required(value: string | null | undefined, field: string): string {
  if (typeof value !== 'string' || value === '') throw invalid(field, 'Required.');
  return value;
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('validation_failed', message, { details: { fieldErrors: { [field]: message } } });
}

/** The errors of a row, one for each field. */
export function toRowErrors(
  { row, input }: { readonly row: Row; readonly input: { readonly sku?: string | undefined } },
  error: ApiError,
  { columnOf, cellTextOf }: PlannedColumns,
): JobError[] {
  const { code, message, details } = error;
  const shared = { row: row.number, sku: input.sku ?? null, code };
  const fields = Object.entries(details?.fieldErrors ?? {});
  const toError = (path: string, field: string | null, text: string): JobError => {
    const column = columnOf(path, row.cells);
    return { ...shared, column, field, message: text, value: cellTextOf(column, row.cells) };
  };
  if (fields.length === 0) return [toError('sku', null, message)];
  return fields.map(([field, text]) => toError(field, field, text));
}

/**
 * The products a rejected row waits for, if that is its only problem: a parent or associated products that may come
 * later in the file. Otherwise null.
 */
export function neededProducts({ input }: SaveCommand, error: ApiError): string[] | null {
  const paths = Object.keys(error.details?.fieldErrors ?? {});
  if (paths.length === 0) return null;
  const needed = paths.map((path) => {
    if (path === 'parent') return input.parent;
    const [field, type, index] = path.split('.');
    const kind = field === 'associations' ? associationTypes.find((known) => known === type) : undefined;
    return kind === undefined ? undefined : input.associations?.[kind]?.[Number(index)];
  });
  return needed.every((sku) => typeof sku === 'string') ? needed : null;
}

/** SKUs of the other products that a row refers to. */
export function relatedProducts({ parent, associations }: Pick<ProductInput, 'parent' | 'associations'>): string[] {
  const associated = Object.values(associations ?? {}).flatMap((skus) => skus ?? []);
  const named = typeof parent === 'string' ? [parent, ...associated] : associated;
  return named.filter((name) => decodeId('product', name) === null);
}
