import { ApiError, headerNames, type RoutePolicy, vocabularyKey } from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import type { Caller } from '../auth/caller.ts';
import type { HandlerResult } from '../handler-result.ts';
import { type BodyPart, fingerprintOf, fingerprintOfParts, type RequestTarget } from './fingerprint.ts';
import type { IdempotencyOutcome, IdempotencyStore } from './idempotency-store.ts';
import { toErrorExecution, toExecution, toHandlerResult } from './stored-response.ts';

/** A validated request that carries an Idempotency-Key. */
export interface IdempotentRequest<C extends Caller = Caller> extends RequestTarget {
  /** Its vocabulary states which errors are stored, and their form. */
  readonly policy: Pick<RoutePolicy, 'operationId' | 'secretResponse' | typeof vocabularyKey>;
  readonly caller: C;
  /** Identifies the caller; a response with a secret is replayed only to it. */
  readonly callerId: string;
  readonly key: string;
  /** Stored with an error, whose replays keep it. */
  readonly requestId: string;
  /** As the client sent it. */
  readonly body: unknown;
  /** The parts of a multipart body, which are compared instead of the body. */
  readonly parts?: readonly BodyPart[] | undefined;
  /** Media types of the responses that are not JSON, by status, where the contract states them. */
  readonly otherTypes?: ReadonlyMap<number, string>;
  /** Whether its response may be large, as `mayBeLarge` says. Default false. */
  readonly large?: boolean;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal;
  /** Called with the outcome, before `run` returns or throws. Not called when the store or `execute` fails. */
  readonly onOutcome?: (outcome: IdempotencyOutcome['kind']) => void;
}

export interface IdempotencyOptions<C extends Caller = Caller> {
  readonly store: IdempotencyStore;
  /** How long a response is kept, in milliseconds from its completion. Default 24 hours. */
  readonly ttlMs?: number;
  /** The owner of the keys of a caller. Default: its tenant. */
  readonly scopeOf?: (caller: C) => string;
}

/** Executes a request once per key; repetitions get the first response. */
export interface Idempotency<C extends Caller = Caller> {
  /**
   * Executes the request once for its key; a repetition gets the stored response with `Idempotent-Replayed: true`.
   *
   * @throws ApiError `idempotency_in_progress` with `Retry-After` while the first request runs.
   * @throws ApiError `idempotency_key_reused` when the key was used for another request.
   * @throws ApiError `rate_limited` with `Retry-After` when its response may be large and the store's budget is used
   * up, or when too many keyed requests are running and none ended in time.
   * @throws errors of `execute` that are not stored.
   */
  run(
    request: IdempotentRequest<C>,
    execute: () => Promise<HandlerResult>,
  ): Promise<HandlerResult & { readonly replayed: boolean }>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Idempotency keys (draft-ietf-httpapi-idempotency-key-header). A key is identified by tenant, text and route, and also
 * by the caller if the response shows a secret. Successes are stored, and errors that the table marks as stored; when
 * the handler fails, its change is undone. If the store fails, so does the request, because it is unknown whether the
 * work was done.
 *
 * @example
 * const idempotency = createIdempotency({ store });
 */
export function createIdempotency<C extends Caller = Caller>(options: IdempotencyOptions<C>): Idempotency<C> {
  const { store, scopeOf = ({ tenantId }) => tenantId, ttlMs = dayMs } = options;
  if (!(ttlMs > 0)) throw new RangeError('ttlMs must be a positive number of milliseconds.');
  return {
    async run(request, execute) {
      const { policy, caller, callerId, key, requestId, parts, body, otherTypes, large = false, signal } = request;
      const claim = {
        scope: scopeOf(caller),
        caller: policy.secretResponse === true ? callerId : null,
        key,
        route: policy.operationId,
        fingerprint: parts === undefined ? await fingerprintOf(request, body) : fingerprintOfParts(request, parts),
        ttlMs,
        large,
        signal,
      };
      let fresh: HandlerResult | undefined;
      const outcome = await store.execute(claim, async () => {
        try {
          fresh = await execute();
          return toExecution(fresh, otherTypes?.get(fresh.status));
        } catch (error) {
          const execution = toErrorExecution(error, policy[vocabularyKey] ?? standardVocabulary, requestId);
          if (execution === null) throw error;
          return execution;
        }
      });
      request.onOutcome?.(outcome.kind);
      if (outcome.kind === 'in_progress') throw inProgress();
      if (outcome.kind === 'reused') throw reused();
      if (outcome.kind === 'over_budget') throw overBudget(outcome.retryAfterMs);
      if (outcome.kind === 'busy') throw busy(outcome.retryAfterMs);
      const result = toHandlerResult(outcome.response);
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

function busy(retryAfterMs: number): ApiError {
  return new ApiError('rate_limited', 'Too many requests with an Idempotency-Key are running: retry this one.', {
    headers: { [headerNames.retryAfter]: String(toSeconds(retryAfterMs)) },
  });
}

function overBudget(retryAfterMs: number): ApiError {
  const seconds = toSeconds(retryAfterMs);
  const message =
    'The storage for responses of Idempotency-Keys is used up: ' +
    `wait ${seconds} s, or send the request without a key.`;
  return new ApiError('rate_limited', message, { headers: { [headerNames.retryAfter]: String(seconds) } });
}

/** Whole seconds for `Retry-After`, at least one. */
function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
