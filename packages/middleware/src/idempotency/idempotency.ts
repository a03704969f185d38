import { ApiError, type ErrorTable, headerNames, type RoutePolicy, standardErrors } from '@contract-kit/http-spec';
import type { HandlerResult } from '../pipeline/handler-result.ts';
import { type BodyPart, fingerprintOf, fingerprintOfParts, type RequestTarget } from './fingerprint.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import { toErrorExecution, toExecution, toHandlerResult } from './stored-answer.ts';

/** A validated request that carries an Idempotency-Key. */
export interface IdempotentRequest<Caller> extends RequestTarget {
  readonly policy: Pick<RoutePolicy, 'operationId'>;
  readonly caller: Caller;
  readonly key: string;
  /** Written into a stored error, whose replays keep it. */
  readonly requestId: string;
  readonly body: unknown;
  /** The parts of a multipart body; they are what is compared then. */
  readonly parts?: readonly BodyPart[];
  /** Media types of the answers that are no JSON, by status, where the contract states them. */
  readonly otherTypes?: ReadonlyMap<number, string>;
}

export interface IdempotencyOptions<Caller> {
  readonly store: IdempotencyStore;
  /** How long an answer is kept, in milliseconds from its completion. Default 24 hours. */
  readonly ttlMs?: number;
  /** Whose keys they are: the caller's tenant. */
  readonly scopeOf: (caller: Caller) => string;
  /** Maps the codes handlers throw to statuses. Default: the standard table. */
  readonly errors?: ErrorTable;
}

/** Wraps a handler so that a repeated request is answered and not executed again. */
export interface Idempotency<Caller> {
  /**
   * Executes the request once for its key; a repetition gets the stored answer with `Idempotent-Replayed: true`.
   *
   * @throws ApiError `idempotency_in_progress` with `Retry-After` while the first request runs.
   * @throws ApiError `idempotency_key_reused` when the key was used for another request.
   * @throws what `execute` throws, when that is not stored.
   */
  run(
    request: IdempotentRequest<Caller>,
    execute: () => Promise<HandlerResult>,
  ): Promise<HandlerResult & { readonly replayed: boolean }>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Idempotency keys (draft-ietf-httpapi-idempotency-key-header). A key is known by tenant, text and route.
 * Stored are results and the errors that the same request would meet again; a handler's change is undone with
 * its error. Never stored: 5xx, 401, 403, 413, 429. A failing store fails the request: without it nobody
 * knows whether the work was done.
 *
 * @example
 * const idempotency = createIdempotency({ store, scopeOf: (caller: Caller) => caller.tenantId });
 */
export function createIdempotency<Caller>(options: IdempotencyOptions<Caller>): Idempotency<Caller> {
  const { store, scopeOf, ttlMs = dayMs, errors = standardErrors } = options;
  if (!(ttlMs > 0)) throw new RangeError('ttlMs is a positive number of milliseconds.');
  return {
    async run(request, execute) {
      const { policy, caller, key, requestId, parts, body, otherTypes } = request;
      const fingerprint = parts === undefined ? fingerprintOf(request, body) : fingerprintOfParts(request, parts);
      const claim = { scope: scopeOf(caller), key, route: policy.operationId, fingerprint, ttlMs };
      let fresh: HandlerResult | undefined;
      const outcome = await store.execute(claim, async () => {
        try {
          fresh = await execute();
          return toExecution(fresh, otherTypes?.get(fresh.status));
        } catch (error) {
          const execution = toErrorExecution(error, errors, requestId);
          if (execution === null) throw error;
          return execution;
        }
      });
      if (outcome.kind === 'in_progress') throw inProgress();
      if (outcome.kind === 'reused') throw reused();
      const result = toHandlerResult(outcome.answer);
      if (outcome.kind === 'executed') return { ...result, headers: fresh?.headers ?? result.headers, replayed: false };
      return { ...result, headers: { ...result.headers, [headerNames.idempotentReplayed]: 'true' }, replayed: true };
    },
  };
}

function inProgress(): ApiError {
  return new ApiError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
    headers: { [headerNames.retryAfter]: '1' },
  });
}

function reused(): ApiError {
  return new ApiError('idempotency_key_reused', 'This Idempotency-Key was already used for a different request.');
}
