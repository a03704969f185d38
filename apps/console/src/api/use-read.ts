import { isApiError } from '@contract-kit/client';
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import type { Api } from './client.ts';
import { type Call, call, type InputOf, type OperationId, type ResponseOf } from './operations.ts';

export interface ReadOptions<Id extends OperationId> {
  /** False: not requested yet, because something it depends on is unknown. */
  readonly enabled?: boolean;
  /** Milliseconds until it is requested again, given the latest response; false: never. */
  readonly refreshMs?: (response: ResponseOf<Id>) => number | false;
  /** Shows the response for the previous input until the new one arrives, for filters and pages of a list. */
  readonly keepPrevious?: boolean;
  /** True: the record is written shortly after its id is known, so a 404 is retried for some seconds. */
  readonly appearsLater?: boolean;
}

/** How often, and after how many milliseconds, a record that appears later is requested again. */
const awaiting = { attempts: 4, delayMs: 1000 } as const;

/**
 * The options of TanStack Query for reading an operation. The key holds the call, from which `Copy as` writes its code.
 */
export function readOptions<Id extends OperationId>(api: Api, operation: Id, input: InputOf<Id>) {
  return queryOptions<ResponseOf<Id>, Error>({
    queryKey: ['read', operation, input],
    queryFn: ({ signal }) => call(api, operation, input, { signal }),
  });
}

/**
 * Reads an operation while a component is shown. Components that read the same share one request and its response.
 *
 * @example const product = useRead('products.get', { params: { idOrSku } });
 */
export function useRead<Id extends OperationId>(
  operation: Id,
  input: InputOf<Id>,
  { enabled = true, refreshMs, keepPrevious = false, appearsLater = false }: ReadOptions<Id> = {},
): UseQueryResult<ResponseOf<Id>, Error> {
  const { api } = useSession();
  return useQuery({
    ...readOptions(api, operation, input),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(appearsLater && {
      retry: (failures: number, error: Error) => failures < awaiting.attempts && isApiError(error, 'not_found'),
      retryDelay: awaiting.delayMs,
    }),
    ...(refreshMs && {
      refetchInterval: ({ state: { data } }: Query<ResponseOf<Id>>) => (data === undefined ? false : refreshMs(data)),
    }),
  });
}

/** The calls whose responses the page shows. */
export function activeCalls(client: QueryClient): readonly Call[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', queryKey: ['read'] })
    .map(({ queryKey: [, operation, input] }) => ({ operation, input }) as Call);
}
