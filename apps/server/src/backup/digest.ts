import { createHash } from 'node:crypto';

/** Bytes and SHA-256 of content that is seen part by part. */
export class Digest {
  bytes = 0;
  readonly #hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** Adds what bounds a file, which does not count as its content. */
  addFile(key: string, size: number): void {
    this.#hash.update(`${key}\n${size}\n`);
  }

  /** Content that is added while somebody else reads it. */
  async *passThrough(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of content) {
      this.add(bytes);
      yield bytes;
    }
  }

  /** Once, at the end. */
  end(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}
