import { incompleteBody, payloadTooLarge } from '../receiving/refusal.ts';

/**
 * Reads a body of at most `limit` bytes.
 *
 * @throws RefusedDelivery when it is longer, or ends early.
 * @throws TypeError when the body has been read before.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (request.bodyUsed) {
    throw new TypeError('The raw body has been consumed. Pass the request before anything reads it, or a clone.');
  }
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw payloadTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    // Leaving the loop cancels the stream.
    if (size > limit) throw payloadTooLarge(limit);
    chunks.push(chunk);
  }
  return join(chunks, size);
}

/** Safari and older workers do not support `for await` over the stream itself. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw incompleteBody(cause);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}
