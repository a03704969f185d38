import { createHash } from 'node:crypto';

/** Bytes on their way, measured as they pass. */
export interface MeasuredContent extends AsyncIterable<Uint8Array> {
  /** SHA-256 of what has passed, in hexadecimal. Once. */
  checksum(): string;
}

/** A stream became longer than it may be. */
export class ContentTooLong extends Error {
  override readonly name = 'ContentTooLong';
}

/**
 * Takes the checksum of a stream while somebody else reads it.
 *
 * @param maxBytes reading fails with {@link ContentTooLong} beyond it.
 */
export function measureContent(content: AsyncIterable<Uint8Array>, maxBytes: number): MeasuredContent {
  const hash = createHash('sha256');
  return {
    checksum: () => hash.digest('hex'),
    async *[Symbol.asyncIterator]() {
      let size = 0;
      for await (const chunk of content) {
        size += chunk.length;
        if (size > maxBytes) throw new ContentTooLong();
        hash.update(chunk);
        yield chunk;
      }
    },
  };
}
