/** An answer as it was sent the first time, to be sent again. */
export interface StoredAnswer {
  readonly status: number;
  /** Lower-case names; only the fields that belong to the answer (`etag`, `location`, `content-*`). */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes of the body; null when there was none. */
  readonly body: Uint8Array | null;
}

/** One request's claim on its Idempotency-Key. A key is known by its scope, its text and the route. */
export interface IdempotencyClaim {
  /** Whose key it is, usually the tenant. Two scopes never see each other's keys. */
  readonly scope: string;
  readonly key: string;
  /** The operation id. */
  readonly route: string;
  /** What the request asked for; see `fingerprintOf`. */
  readonly fingerprint: string;
  /** How long the answer is kept, in milliseconds from its completion. */
  readonly ttlMs: number;
}

/**
 * What of an execution is kept: its change and its answer, or its answer alone (the change is undone), or
 * neither (the change is undone and the key is free again).
 */
export type Keep = 'change-and-answer' | 'answer-only' | 'nothing';

export interface Execution {
  readonly answer: StoredAnswer;
  readonly keep: Keep;
}

export type IdempotencyOutcome =
  /** This request did the work. */
  | { readonly kind: 'executed'; readonly answer: StoredAnswer }
  /** An earlier request did it; this is its answer. */
  | { readonly kind: 'replayed'; readonly answer: StoredAnswer }
  /** A request with the same key is still running. */
  | { readonly kind: 'in_progress' }
  /** The key was used for another request. */
  | { readonly kind: 'reused' };

export interface SweepOptions {
  /** Records deleted by one statement, so that no sweep holds locks for long. Default 1000. */
  readonly batchSize?: number;
}

/**
 * The port of idempotency. A store is held to `describeIdempotencyStore` of `@contract-kit/middleware/testing`.
 */
export interface IdempotencyStore {
  /**
   * Calls `run` unless the key has an answer or is taken. When `run` throws, nothing is kept, the key is free
   * again and the error comes out of here. Where the store is transactional, the claim, what `run` changes in
   * the transaction and the answer are committed together or not at all.
   */
  execute(claim: IdempotencyClaim, run: () => Promise<Execution>): Promise<IdempotencyOutcome>;
  /** Deletes the answers whose time is over. @returns how many there were. */
  sweep(options?: SweepOptions): Promise<number>;
}
