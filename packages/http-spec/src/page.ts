/** The `pagination` block of a list. */
export interface Pagination {
  /** From 1. With a cursor, the number of pages walked so far, this one included. */
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

/** What reading a page found out about what comes behind it. */
export interface NextPage {
  /** Default: as page and total say. Given by who read one record more than the page is long. */
  readonly hasMore?: boolean;
  readonly nextCursor?: string | null | undefined;
}

/**
 * The pagination block of a page.
 *
 * A page and its total may be read at different moments, and a cursor starts anywhere: `hasMore` is then what was
 * seen behind the page, not what the numbers say.
 */
export function toPagination({ page, limit }: PageRequest, total: number, next: NextPage = {}): Pagination {
  const totalPages = Math.ceil(total / limit);
  const { hasMore = page < totalPages, nextCursor = null } = next;
  return { page, limit, total, totalPages, hasMore, nextCursor: hasMore ? nextCursor : null };
}
