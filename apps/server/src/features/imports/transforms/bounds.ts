import { limits } from '@product-content/contract';
import { type ApiError, invalidFields } from '../../../kernel/index.ts';

/**
 * Adds the name of a column that a transformation will add.
 *
 * @throws ApiError `validation_failed` when the name is empty, or there are more names than columns of any file.
 */
export function addName(names: Set<string>, name: string): void {
  const { columns, columnName } = limits.tableFile;
  names.add(name);
  if (name.length > columnName) throw refused(`The file has an attribute name of more than ${columnName} characters.`);
  if (names.size > columns) throw refused(`The file has more than ${columns} attributes.`);
}

/**
 * Some files say in one row what another row is. What is kept of that is small, and bounded.
 *
 * @throws ApiError `validation_failed` when a file links more rows than allowed.
 */
export function assertFewLinks(count: number): void {
  if (count <= limits.importLinks) return;
  throw refused(`The file has more than ${limits.importLinks} rows that name other rows of it; split it.`);
}

function refused(message: string): ApiError {
  return invalidFields({ file: message });
}
