import { Transform, type TransformCallback } from 'node:stream';

/**
 * Passes on as many bytes as were announced, and fails when there are more or fewer: after a wrong Content-Length the
 * client would wait for bytes that never come, or take them for the next answer.
 */
export class ExactLength extends Transform {
  #left: number;

  /** @param length bytes. */
  constructor(length: number) {
    super();
    this.#left = length;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#left -= chunk.length;
    if (this.#left < 0) done(new Error('The file is longer than its size says.'));
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#left > 0 ? new Error('The file is shorter than its size says.') : null);
  }
}
