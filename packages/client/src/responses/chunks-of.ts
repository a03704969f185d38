/**
 * The chunks of a stream. Leaving the loop early ends the stream, and the connection it comes from. Safari does not
 * support `for await` over the stream itself.
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
