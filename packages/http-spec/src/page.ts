/** The `pagination` block of a list (document section "Pagination block"). */
export interface Pagination {
  /** From 1. With a cursor, the number of the page reached so far is not known and this stays 1. */
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

/** The pagination block of a numbered page. */
export function toPagination(
  { page, limit }: PageRequest,
  total: number,
  nextCursor: string | null = null,
): Pagination {
  const totalPages = Math.ceil(total / limit);
  const hasMore = page < totalPages;
  return { page, limit, total, totalPages, hasMore, nextCursor: hasMore ? nextCursor : null };
}
