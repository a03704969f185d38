import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Caller } from '../auth/caller.ts';
import type { IdempotencyOutcome } from '../idempotency/idempotency-store.ts';
import type { RequestView } from '../request.ts';

/** A request, as far as it is known when an observer is called. */
export interface ObservedRequest {
  readonly requestId: string;
  readonly request: RequestView;
  /** Null where no operation serves the path and method. */
  readonly operation: RoutePolicy | null;
  /**
   * The whole path of the operation with the names of its parameters: `/api/v1/todos/{id}`. Null without an operation.
   */
  readonly route: string | null;
  readonly caller: Caller | null;
  /**
   * The deprecated fields that the request sent, valid or not: `query.since`, `body.items.*.name`. Empty until its
   * input is validated.
   */
  readonly deprecatedFields: readonly string[];
}

/** A response, as observers see it. */
export interface ObservedResponse {
  readonly status: number;
  /** Bytes of its body; null for a stream. */
  readonly size: number | null;
}

/** The outcome of an operation that was called from inside another request. */
export interface ObservedCall {
  /** The status of its result or of its error. */
  readonly status: number;
  /** The error; null when it succeeded. */
  readonly error: unknown;
  readonly durationMs: number;
}

/** The decision of the rate limits about a request. */
export interface ObservedCount {
  /** The name of the policy that decided: the strictest of several. */
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
   * Runs the request inside a context, such as a span or an `AsyncLocalStorage` store. It must call `serve` once and
   * return its result.
   */
  around?<Result>(request: ObservedRequest, serve: () => Promise<Result>): Promise<Result>;
  /** The rate limits have admitted or refused the request. */
  onCount?(request: ObservedRequest, count: ObservedCount): void;
  /** The outcome of its Idempotency-Key: the request was executed, replayed or refused. */
  onIdempotency?(request: ObservedRequest, outcome: IdempotencyOutcome['kind']): void;
  /** A stage begins; the one before has ended. */
  onStage?(request: ObservedRequest, stage: string): void;
  /** The response is complete and is passed to the host. A stream has not been sent yet. */
  onResponse?(request: ObservedRequest, response: ObservedResponse): void;
  /**
   * An error was thrown, expected or not, or sending a response failed. Not called again for the replay of an error.
   */
  onError?(request: ObservedRequest, error: unknown): void;
  /**
   * The operation is deprecated, or `deprecatedFields` were sent: once for each request, and for each call from inside
   * another one, refused or not.
   */
  onDeprecatedUse?(request: ObservedRequest): void;
  /**
   * An operation that was called from inside another request (`callOperation`) has ended. `onRequest`, `onError` and
   * `onResponse` are called only for the outer request.
   */
  onCall?(request: ObservedRequest, call: ObservedCall): void;
  /** The handler's changes are committed. Not called for replays, nor for operations that only read. */
  onAfterCommit?(request: ObservedRequest): void;
}
