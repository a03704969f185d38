import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ApiError } from '@contract-kit/http-spec';

/** Passes bytes on, counts and hashes them, and fails beyond a limit. */
export class HashedBytes extends Transform {
  readonly #hash = createHash('sha256');
  readonly #limit: number;
  readonly #name: string;
  size = 0;

  /**
   * @param limit bytes.
   * @param name of the part, for the message.
   */
  constructor(limit: number, name: string) {
    super();
    this.#limit = limit;
    this.#name = name;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.size > this.#limit) {
      done(partTooLarge(this.#name, this.#limit));
    } else {
      this.#hash.update(chunk);
      done(null, chunk);
    }
  }

  /** SHA-256 in lower-case hexadecimal. Call it once, at the end. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

export function partTooLarge(name: string, limit: number): ApiError<'payload_too_large'> {
  return new ApiError('payload_too_large', `The part "${name}" may have at most ${limit} bytes.`);
}
