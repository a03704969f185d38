/** How often and how long a call is retried. */
export interface RetryOptions {
  /** Attempts of one call, including the first. Default 5; 1 disables retries. */
  readonly attempts?: number;
  /** Longest single wait in milliseconds; a server that asks for more gets no further attempt. Default 60,000. */
  readonly maxWaitMs?: number;
  /** The first wait of an exponential backoff in milliseconds. Default 500. */
  readonly baseMs?: number;
  /**
   * Also retry after a lost connection or a timeout, where a retry is safe: reads, PUT, DELETE, and POSTs with an
   * idempotency key. Default false: only requests whose response asks for it are retried.
   */
  readonly connectionErrors?: boolean;
}

export type RetryPolicy = Required<RetryOptions>;

export const defaultRetry: RetryPolicy = { attempts: 5, maxWaitMs: 60_000, baseMs: 500, connectionErrors: false };
