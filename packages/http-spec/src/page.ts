/** The `pagination` block of a list. */
export interface Pagination {
  /** From 1. With a cursor, the number of pages read so far, this one included. */
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
  /** A client stops paging when it is false. */
  readonly hasMore: boolean;
  /** Where the next page starts; opaque. Null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** Rows to skip for a page. */
export function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit;
}

/** What is known about the records after a page. */
export interface NextPage {
  /** Default: derived from page and total. Pass it if you have read one record more than fits on the page. */
  readonly hasMore?: boolean;
  readonly nextCursor?: string | null | undefined;
}

/**
 * The pagination block of a page.
 *
 * A page and its total may be read at different moments, and a cursor may start anywhere. `hasMore` then says what was
 * seen after the page, not what the numbers imply.
 */
export function toPagination({ page, limit }: PageRequest, total: number, next: NextPage = {}): Pagination {
  const totalPages = Math.ceil(total / limit);
  const { hasMore = page < totalPages, nextCursor = null } = next;
  return { page, limit, total, totalPages, hasMore, nextCursor: hasMore ? nextCursor : null };
}
