import type { CallRequest } from '../requests/build-request.ts';
import type { ApiResponse } from '../responses/api-response.ts';

/** The pagination blocks of lists: numbered pages, with or without a cursor, and feeds. */
interface ListBody {
  readonly data: readonly unknown[];
  readonly pagination: {
    readonly hasMore: boolean;
    readonly page?: number;
    readonly nextCursor?: string | null;
    readonly next?: string | null;
  };
}

type Query = Readonly<Record<string, unknown>>;
type ListCall = (request: CallRequest) => Promise<ApiResponse<number, unknown>>;

/** Every page from the requested one on. */
export async function* pages(
  list: ListCall,
  request: CallRequest,
): AsyncIterableIterator<ApiResponse<number, unknown>> {
  let query: Query | null = request.query ?? {};
  while (query !== null) {
    const response: ApiResponse<number, unknown> = await list({ ...request, query });
    yield response;
    query = nextQuery(query, response.body as ListBody);
  }
}

/** Every record from the requested page on. */
export async function* each(list: ListCall, request: CallRequest): AsyncIterableIterator<unknown> {
  for await (const { body } of pages(list, request)) yield* (body as ListBody).data;
}

/** Null after the last page. */
function nextQuery(query: Query, { pagination }: ListBody): Query | null {
  const { hasMore, page = 1, nextCursor, next } = pagination;
  if (!hasMore) return null;
  if (next != null) return { ...query, after: next };
  const { page: _page, cursor: _cursor, ...others } = query;
  return nextCursor != null ? { ...others, cursor: nextCursor } : { ...others, page: page + 1 };
}
