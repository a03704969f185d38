import { limits } from '@product-content/contract';
import { ApiError } from '../../../kernel/index.ts';

/**
 * Some files say in one row what another one is. What is kept of that is small, and bounded.
 *
 * @throws ApiError `validation_failed` when a file links more rows than it may.
 */
export function assertFewLinks(count: number): void {
  if (count <= limits.importLinks) return;
  const message = `The file has more than ${limits.importLinks} rows that name other rows of it; split it.`;
  throw new ApiError('validation_failed', message, { details: { fieldErrors: { file: message } } });
}
