import { mayBeLarge } from '@contract-kit/http-spec';
import type { HandlerResult } from '../../handler-result.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** Runs the handler, at most once for an Idempotency-Key. @throws what the handler and the idempotency store throw. */
export async function handle(exchange: Exchange, operation: Operation): Promise<void> {
  const run = await operation.prepare(exchange);
  const { result, replayed } = await runOnce(exchange, operation, run);
  exchange.result = result;
  if (!replayed && operation.method !== 'GET') exchange.notify('onAfterCommit');
}

async function runOnce(
  exchange: Exchange,
  { policy, contentTypes }: Operation,
  run: () => Promise<HandlerResult>,
): Promise<{ readonly result: HandlerResult; readonly replayed: boolean }> {
  const { api, identity, idempotencyKey: key, requestId, request, path, search, sent, input } = exchange;
  if (api.idempotency === undefined || key === null || identity === null) {
    return { result: await run(), replayed: false };
  }
  const { caller } = identity;
  let refusal: unknown;
  const { replayed, ...result } = await api.idempotency.run(
    {
      policy,
      caller,
      callerId: `${identity.name}:${caller.subject}`,
      key,
      requestId,
      method: request.method,
      path,
      query: search,
      body: sent.body,
      parts: sent.parts,
      otherTypes: contentTypes,
      large: mayBeLarge(policy.largeResponse, input),
      signal: request.signal,
      onOutcome: (outcome) => exchange.settle(outcome),
    },
    () => {
      refusal = undefined;
      return run().catch((error: unknown) => {
        refusal = error;
        throw error;
      });
    },
  );
  // An error that is stored with its key comes back as a response: nothing else tells of it.
  if (refusal !== undefined) exchange.fail(refusal);
  return { result, replayed };
}
