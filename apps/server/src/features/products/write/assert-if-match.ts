import { formatEntityTag, matchesStrongly } from '@contract-kit/http-spec';
import { ApiError, type RequestContext } from '../../../kernel/index.ts';
import { productTag } from '../state/product-document.ts';
import type { UnitEntry } from './unit-entry.ts';

/**
 * Compares If-Match while the row is locked, so that of parallel writers with one tag exactly one passes.
 *
 * @throws ApiError `precondition_failed`, with the current tag.
 */
export function assertIfMatch({ ifMatch }: RequestContext, { current }: UnitEntry): void {
  const tag = productTag(current.id, current.version);
  if (!ifMatch || matchesStrongly(ifMatch, tag)) return;
  throw new ApiError('precondition_failed', 'If-Match does not match the current version.', {
    headers: { ETag: formatEntityTag(tag.value) },
  });
}
