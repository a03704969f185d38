/** A response as it was first sent, stored for replays. */
export interface StoredResponse {
  readonly status: number;
  /** Lower-case names; only the fields that belong to the response (`etag`, `location`, `content-*`). */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes of the body; null when there was none. */
  readonly body: Uint8Array | null;
}

/** One request's claim on its Idempotency-Key. A key is identified by its scope, caller, text and route. */
export interface IdempotencyClaim {
  /** The owner of the key, usually the tenant. Scopes never see each other's keys. */
  readonly scope: string;
  /**
   * The caller's id if the response shows a secret: only this caller gets a replay. Null: every caller of the scope
   * does.
   */
  readonly caller: string | null;
  readonly key: string;
  /** The operation id. */
  readonly route: string;
  /** Identifies the content of the request; see `fingerprintOf`. */
  readonly fingerprint: string;
  /** How long the response is kept, in milliseconds from its completion. */
  readonly ttlMs: number;
  /**
   * The response may be large: it counts towards the budget of the store, and the request is refused when the budget is
   * used up.
   */
  readonly large: boolean;
  /** Aborts when the client disconnects: a waiting request then leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What is kept of an execution: its change and its response; only its response (the change is undone); or nothing (the
 * change is undone and the key is free again).
 */
export type Keep = 'change-and-response' | 'response-only' | 'nothing';

export interface Execution {
  readonly response: StoredResponse;
  readonly keep: Keep;
}

export type IdempotencyOutcome =
  /** This request did the work. */
  | { readonly kind: 'executed'; readonly response: StoredResponse }
  /** An earlier request did the work; this is its response. */
  | { readonly kind: 'replayed'; readonly response: StoredResponse }
  /** A request with the same key is still running. */
  | { readonly kind: 'in_progress' }
  /** The key was used for another request. */
  | { readonly kind: 'reused' }
  /**
   * Nothing was done: the budget of the scope is used up, and the next response that counts expires after that time.
   */
  | { readonly kind: 'over_budget'; readonly retryAfterMs: number }
  /** Nothing was done: the store runs as many requests as it may, and none ended in time. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number };

export interface SweepOptions {
  /** Records deleted per statement, so that no sweep holds locks for long. Default 1000. */
  readonly batchSize?: number;
}

/** The port of idempotency. A store must pass `describeIdempotencyStore` of `@contract-kit/middleware/testing`. */
export interface IdempotencyStore {
  /**
   * Calls `run` unless the key has a response or is in use, the response may be large and the budget of the scope is
   * used up, or too many requests are running. When `run` throws, nothing is kept, the key is free again and the error
   * is thrown. In a transactional store, the claim, the changes of `run` in the transaction and the response are
   * committed together or not at all.
   */
  execute(claim: IdempotencyClaim, run: () => Promise<Execution>): Promise<IdempotencyOutcome>;
  /** Deletes expired responses. @returns their number. */
  sweep(options?: SweepOptions): Promise<number>;
}

/** @throws RangeError for a budget below 1 byte. */
export function assertBudget(budgetBytes: number): void {
  if (!(budgetBytes >= 1)) throw new RangeError('budgetBytes must be at least 1.');
}
