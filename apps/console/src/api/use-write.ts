import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyProblem, notifySuccess } from '../components/page/notify.tsx';
import { useSession } from '../session/session.ts';
import { type Call, call, type InputOf, type OperationId, type ResponseOf } from './operations.ts';
import { toProblem } from './problem.ts';

export interface WriteOptions<Id extends OperationId> {
  /** The notification after a success; none by default. */
  readonly success?: string | ((response: ResponseOf<Id>) => string);
  /** Runs before the page is read again. */
  readonly onSuccess?: (response: ResponseOf<Id>, input: InputOf<Id>) => void | Promise<void>;
  /** True: the component shows the problem itself, as forms do. By default, a notification does. */
  readonly showsProblem?: boolean;
  /** Sends the request. Default: the client of the session. */
  readonly send?: (input: InputOf<Id>) => Promise<ResponseOf<Id>>;
}

/**
 * Calls an operation that changes something, then reads everything on the page again.
 *
 * @example
 * const publish = useWrite('channels.publish', { success: 'Publishing started' });
 * <Button loading={publish.isPending} onClick={() => publish.mutate({ params: { id } })}>Publish</Button>
 */
export function useWrite<Id extends OperationId>(
  operation: Id,
  { success, onSuccess, showsProblem = false, send }: WriteOptions<Id> = {},
): UseMutationResult<ResponseOf<Id>, Error, InputOf<Id>> {
  const { api } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['write', operation],
    mutationFn: send ?? ((input: InputOf<Id>) => call(api, operation, input)),
    onSuccess: async (response, input) => {
      await onSuccess?.(response, input);
      if (success !== undefined) notifySuccess(typeof success === 'string' ? success : success(response));
      await client.invalidateQueries();
    },
    onError: (error) => {
      if (!showsProblem) notifyProblem(toProblem(error));
    },
  });
}

/** The number of changes that `Copy as` offers. */
const offeredWrites = 3;

/** The most recent changes, newest first. */
export function lastWrites(client: QueryClient): readonly Call[] {
  return client
    .getMutationCache()
    .findAll({ mutationKey: ['write'] })
    .toReversed()
    .slice(0, offeredWrites)
    .map(({ options, state }) => ({ operation: options.mutationKey?.[1], input: state.variables }) as Call);
}
