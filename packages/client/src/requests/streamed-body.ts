/**
 * A body that is generated while it is sent, so that it need not fit in memory: `formStream()` and `jsonLines()` make
 * one.
 *
 * @typeParam Input the body it stands for.
 */
export interface StreamedBody<out Input = unknown> {
  readonly contentType: string;
  /** False: its source can be read only once, so the call is not repeated. */
  readonly repeatable: boolean;
  /** Starts the body for one attempt. The stream ends when the signal is aborted. */
  open(signal: AbortSignal): ReadableStream<Uint8Array>;
  /** Exists only in types. */
  readonly '~input'?: Input;
}

/** True for a streamed body: JSON never contains a function. */
export function isStreamedBody(body: unknown): body is StreamedBody {
  return typeof (body as StreamedBody | null)?.open === 'function';
}
