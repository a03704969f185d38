/** A response as it was sent the first time, to be sent again. */
export interface StoredResponse {
  readonly status: number;
  /** Lower-case names; only the fields that belong to the response (`etag`, `location`, `content-*`). */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes of the body; null when there was none. */
  readonly body: Uint8Array | null;
}

/** One request's claim on its Idempotency-Key. A key is known by its scope, its caller, its text and the route. */
export interface IdempotencyClaim {
  /** Whose key it is, usually the tenant. Two scopes never see each other's keys. */
  readonly scope: string;
  /**
   * The caller's id where the response shows a secret: only this caller gets it again. Null: every caller of the scope
   * does.
   */
  readonly caller: string | null;
  readonly key: string;
  /** The operation id. */
  readonly route: string;
  /** What the request asked for; see `fingerprintOf`. */
  readonly fingerprint: string;
  /** How long the response is kept, in milliseconds from its completion. */
  readonly ttlMs: number;
  /** The response may be large: it counts towards the store's budget, and is refused when nothing of it is left. */
  readonly large: boolean;
  /** Aborts when the client leaves: a request that still waits for its turn gives up its place. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What of an execution is kept: its change and its response, or its response alone (the change is undone), or
 * neither (the change is undone and the key is free again).
 */
export type Keep = 'change-and-response' | 'response-only' | 'nothing';

export interface Execution {
  readonly response: StoredResponse;
  readonly keep: Keep;
}

export type IdempotencyOutcome =
  /** This request did the work. */
  | { readonly kind: 'executed'; readonly response: StoredResponse }
  /** An earlier request did it; this is its response. */
  | { readonly kind: 'replayed'; readonly response: StoredResponse }
  /** A request with the same key is still running. */
  | { readonly kind: 'in_progress' }
  /** The key was used for another request. */
  | { readonly kind: 'reused' }
  /** Nothing was done: the budget of the scope is used up, and the next of what counts ends in that time. */
  | { readonly kind: 'over_budget'; readonly retryAfterMs: number }
  /** Nothing was done: as many requests are running as the store lets run at once, and this one's turn did not come. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number };

export interface SweepOptions {
  /** Records deleted by one statement, so that no sweep holds locks for long. Default 1000. */
  readonly batchSize?: number;
}

/**
 * The port of idempotency. A store must pass `describeIdempotencyStore` of `@contract-kit/middleware/testing`.
 */
export interface IdempotencyStore {
  /**
   * Calls `run` unless the key has a response or is taken, the claim is for a large response and the budget of its
   * scope is used up, or too many requests are running. When `run` throws, nothing is kept, the key is free again and
   * the error comes out of here. Where the store is transactional, the claim, what `run` changes in the transaction and
   * the response are committed together or not at all.
   */
  execute(claim: IdempotencyClaim, run: () => Promise<Execution>): Promise<IdempotencyOutcome>;
  /** Deletes the responses whose time is over. @returns how many there were. */
  sweep(options?: SweepOptions): Promise<number>;
}

/** @throws RangeError unless a store may keep something. */
export function assertBudget(budgetBytes: number): void {
  if (!(budgetBytes >= 1)) throw new RangeError('budgetBytes must be at least 1.');
}
