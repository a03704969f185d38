import { createHash } from 'node:crypto';

/** Bytes and SHA-256 of content that arrives in parts. */
export class Digest {
  bytes = 0;
  readonly #hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** Adds the header of a file, which does not count as content. */
  addFile(key: string, size: number): void {
    this.#hash.update(`${key}\n${size}\n`);
  }

  /** Adds content while the caller reads it. */
  async *passThrough(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of content) {
      this.add(bytes);
      yield bytes;
    }
  }

  /** To be called once, at the end. */
  end(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}
