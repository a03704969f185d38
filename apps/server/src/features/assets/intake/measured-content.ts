import { createHash } from 'node:crypto';

/** Bytes on their way, measured as they pass. */
export interface MeasuredContent extends AsyncIterable<Uint8Array> {
  /** SHA-256 of what has passed, in hexadecimal. Once. */
  checksum(): string;
}

/** Takes the checksum of a stream while somebody else reads it. */
export function measureContent(content: AsyncIterable<Uint8Array>): MeasuredContent {
  const hash = createHash('sha256');
  return {
    checksum: () => hash.digest('hex'),
    async *[Symbol.asyncIterator]() {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    },
  };
}
