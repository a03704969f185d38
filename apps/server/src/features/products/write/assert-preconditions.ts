import { formatEntityTag, matchesStrongly, matchesWeakly } from '@contract-kit/http-spec';
import { ApiError, type RequestContext } from '../../../kernel/index.ts';
import { productTag } from '../state/product-document.ts';
import type { UnitEntry } from '../unit/unit-entry.ts';

/**
 * Checks If-Match and If-None-Match of a write while the row is locked, so that exactly one of several parallel writers
 * with the same tag, or of several creators, succeeds (API behavior 3.6).
 *
 * @throws ApiError `precondition_failed`, with the current tag.
 */
export function assertPreconditions({ ifMatch, ifNoneMatch }: RequestContext, { current }: UnitEntry): void {
  const tag = productTag(current.id, current.version);
  const fail = (message: string): never => {
    throw new ApiError('precondition_failed', message, { headers: { ETag: formatEntityTag(tag.value) } });
  };
  if (ifMatch && !matchesStrongly(ifMatch, tag)) fail('If-Match does not match the current version.');
  if (ifNoneMatch && matchesWeakly(ifNoneMatch, tag)) fail('If-None-Match matches: the product exists already.');
}
