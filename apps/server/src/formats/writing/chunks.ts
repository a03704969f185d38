const chunkLength = 64 * 1024;

/**
 * Encodes texts in chunks of about 64 KiB. The next text is requested only after the previous chunk was taken, so that
 * a slow reader slows the source down.
 */
export async function* toChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
  let text = '';
  for await (const piece of texts) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
