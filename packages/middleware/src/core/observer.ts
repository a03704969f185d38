import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Caller } from '../auth/caller.ts';
import type { RequestView } from '../request.ts';

/** A request, as far as it is known when an observer is told of it. */
export interface ObservedRequest {
  readonly requestId: string;
  readonly request: RequestView;
  /** Null where no operation serves the path and method. */
  readonly operation: RoutePolicy | null;
  readonly caller: Caller | null;
  /**
   * The deprecated fields the request has sent, valid or not: `query.since`, `body.items.*.name`. Empty until its
   * input is validated.
   */
  readonly deprecatedFields: readonly string[];
}

/**
 * Callbacks for logs, metrics and traces. They are called synchronously and must be quick. An error they throw is
 * logged and has no other effect. Absent ones cost nothing.
 */
export interface Observer {
  /** A request has arrived; its path and method are known, its caller is not. */
  onRequest?(request: ObservedRequest): void;
  /** A stage begins; the one before has ended. */
  onStage?(request: ObservedRequest, stage: string): void;
  /** The response is made and goes to the host. A stream is not sent yet. */
  onResponse?(request: ObservedRequest, response: { readonly status: number }): void;
  /** Something was thrown, expected or not, or a response that was being sent has failed. */
  onError?(request: ObservedRequest, error: unknown): void;
  /**
   * The operation is deprecated, or `deprecatedFields` were sent: once for each request, and for each call from inside
   * another one, refused or not.
   */
  onDeprecatedUse?(request: ObservedRequest): void;
  /** What a handler changed is committed. Not for replays, nor for operations that only read. */
  onAfterCommit?(request: ObservedRequest): void;
}
