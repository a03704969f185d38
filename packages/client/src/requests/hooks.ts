import type { DeprecationNotice } from './deprecation.ts';

/** An attempt that is about to be made. */
export interface RequestNotice {
  /** `todos.create` */
  readonly operationId: string;
  /** From 1; 2 is the first repetition. */
  readonly attempt: number;
  readonly url: string;
  readonly method: string;
  /** The header fields of this attempt: what you set here is sent. */
  readonly headers: Headers;
}

/** An attempt that got a response. */
export interface ResponseNotice extends RequestNotice {
  /** Its body is read after the hook: read it from a `clone()`. */
  readonly response: Response;
  /** Milliseconds from sending the request to the header of the response. */
  readonly durationMs: number;
}

/** An attempt that failed and is followed by another one. */
export interface RetryNotice {
  readonly operationId: string;
  /** The attempts made so far. */
  readonly attempts: number;
  readonly waitMs: number;
  /** Why: the error of the response, or the lost connection. */
  readonly error: Error;
}

/** Functions called around each attempt. An error they throw ends the call. */
export interface Hooks {
  /** Called and awaited before each attempt: adds headers, starts a span. */
  readonly beforeRequest?: (request: RequestNotice) => void | Promise<void>;
  /** Called and awaited after each response, errors included. */
  readonly afterResponse?: (response: ResponseNotice) => void | Promise<void>;
  /** Called before the wait for each further attempt. */
  readonly onRetry?: (retry: RetryNotice) => void;
  /**
   * Called once for each operation whose response says that it is deprecated. Default: a warning on the console; false
   * disables it.
   */
  readonly onDeprecated?: ((deprecation: DeprecationNotice) => void) | false;
}
