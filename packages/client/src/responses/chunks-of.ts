/**
 * The chunks of a stream. Leaving the loop early ends the stream, and the connection it comes from. Not `for await` over
 * the stream itself: Safari cannot.
 */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
