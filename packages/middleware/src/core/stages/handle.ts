import { mayBeLarge } from '@contract-kit/http-spec';
import type { Identity } from '../../auth/authenticator.ts';
import type { HandlerResult } from '../../handler-result.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** Runs the handler, at most once for an Idempotency-Key. @throws what the handler and the idempotency store throw. */
export async function handle(exchange: Exchange, operation: Operation): Promise<void> {
  const prepared = operation.prepare(exchange);
  const run = prepared instanceof Promise ? await prepared : prepared;
  const { api, identity, idempotencyKey: key } = exchange;
  if (api.idempotency !== undefined && key !== null && identity !== null) {
    await runOnce(exchange, operation, run, { idempotency: api.idempotency, key, identity });
    return;
  }
  exchange.result = await run();
  if (operation.method !== 'GET') exchange.notify('onAfterCommit');
}

interface Keyed {
  readonly idempotency: Idempotency;
  readonly key: string;
  readonly identity: Identity;
}

async function runOnce(
  exchange: Exchange,
  { policy, contentTypes }: Operation,
  run: () => Promise<HandlerResult>,
  { idempotency, key, identity }: Keyed,
): Promise<void> {
  const { requestId, request, path, search, sent, input } = exchange;
  const { caller } = identity;
  let refusal: unknown;
  const { replayed, ...result } = await idempotency.run(
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
  exchange.result = result;
  if (!replayed) exchange.notify('onAfterCommit');
}
