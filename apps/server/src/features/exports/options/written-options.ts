import {
  type ExportOptions,
  type ExportOptionsInput,
  ExportOptionsSchema,
  toProductFilterInput,
} from '@product-content/contract';

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
