import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Caller } from '../auth/caller.ts';
import type { IdempotencyOutcome } from '../idempotency/idempotency-store.ts';
import type { RequestView } from '../request.ts';

/** A request, as far as it is known when an observer is told of it. */
export interface ObservedRequest {
  readonly requestId: string;
  readonly request: RequestView;
  /** Null where no operation serves the path and method. */
  readonly operation: RoutePolicy | null;
  /** The whole path of the operation with the names of its parameters: `/api/v1/todos/{id}`. Null without an operation. */
  readonly route: string | null;
  readonly caller: Caller | null;
  /**
   * The deprecated fields the request has sent, valid or not: `query.since`, `body.items.*.name`. Empty until its
   * input is validated.
   */
  readonly deprecatedFields: readonly string[];
  /** What became of the Idempotency-Key; null without one, and until it is known. */
  readonly idempotency: IdempotencyOutcome['kind'] | null;
}

/** A response, as an observer is told of it. */
export interface ObservedResponse {
  readonly status: number;
  /** Bytes of its body; null for a stream. */
  readonly size: number | null;
  /**
   * What an error response was made from. Null for a success, for the replay of a stored error, and when work was
   * aborted because the client left.
   */
  readonly error: unknown;
  /** From the arrival of the request until the response was made, in milliseconds. */
  readonly durationMs: number;
}

/** What came of an operation that was called from inside another request. */
export interface ObservedCall {
  /** Of its result, or that of the error it failed with. */
  readonly status: number;
  /** What it failed with; null when it succeeded. */
  readonly error: unknown;
  readonly durationMs: number;
}

/** What the rate limits said to a request. */
export interface ObservedCount {
  /** The name of the policy that decided: of several, the strictest. */
  readonly limit: string;
  readonly admitted: boolean;
}

/**
 * Callbacks for logs, metrics and traces. They are called synchronously and must be quick. An error they throw is
 * logged and has no other effect. Absent ones cost nothing.
 */
export interface Observer {
  /** A request has arrived; its path and method are known, its caller is not. */
  onRequest?(request: ObservedRequest): void;
  /**
   * Runs the request, so that all it calls finds what is set around it: a span, a store of `AsyncLocalStorage`. It calls
   * `serve` once and returns what that returns.
   */
  around?<Result>(request: ObservedRequest, serve: () => Promise<Result>): Promise<Result>;
  /** The rate limits have admitted the request, or not. */
  onCount?(request: ObservedRequest, count: ObservedCount): void;
  /** What became of its Idempotency-Key: it was executed, replayed or refused. */
  onIdempotency?(request: ObservedRequest, outcome: IdempotencyOutcome['kind']): void;
  /** A stage begins; the one before has ended. */
  onStage?(request: ObservedRequest, stage: string): void;
  /** The response is made and goes to the host. A stream is not sent yet. */
  onResponse?(request: ObservedRequest, response: ObservedResponse): void;
  /**
   * Something was thrown, expected or not, or a response that was being sent has failed. An error that is replayed for an
   * Idempotency-Key is not thrown again.
   */
  onError?(request: ObservedRequest, error: unknown): void;
  /**
   * The operation is deprecated, or `deprecatedFields` were sent: once for each request, and for each call from inside
   * another one, refused or not.
   */
  onDeprecatedUse?(request: ObservedRequest): void;
  /**
   * An operation that was called from inside another request (`callOperation`) has ended. `onRequest`, `onError` and
   * `onResponse` tell of the request around it alone.
   */
  onCall?(request: ObservedRequest, call: ObservedCall): void;
  /** What a handler changed is committed. Not for replays, nor for operations that only read. */
  onAfterCommit?(request: ObservedRequest): void;
}
