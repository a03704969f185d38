import type { Caller } from '../../auth/caller.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** What the handler judges a caller by beyond its scopes. @throws what `authorize` throws: ApiError `forbidden`. */
export async function authorize({ caller, input }: Exchange, operation: Operation): Promise<void> {
  await operation.authorize?.(caller as Caller, input);
}
