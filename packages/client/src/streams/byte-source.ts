/** A source of bytes. A function is called for each attempt, so that the call can be retried. */
export type ByteSource = ByteChunks | (() => ByteChunks);

type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** True when the source can be read again. */
export const isRepeatable = (source: unknown): boolean => typeof source === 'function';

/** The chunks of one attempt. */
export function openSource<Chunks extends object>(source: Chunks | (() => Chunks)): Chunks {
  return typeof source === 'function' ? (source as () => Chunks)() : source;
}

/**
 * Reads chunks on demand. Ending the stream or aborting the signal ends the source: Node's `fetch` would read an
 * aborted body to its end.
 */
export function toReadableStream(chunks: AsyncGenerator<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const end = () => chunks.return(undefined);
  return new ReadableStream(
    {
      start(controller) {
        const abort = () => {
          controller.error(signal.reason);
          end().catch(() => undefined);
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (signal.aborted) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}
