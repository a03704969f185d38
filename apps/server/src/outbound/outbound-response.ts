import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** A response whose header fields have arrived. Its body is read once, and never decoded. */
export class OutboundResponse {
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  /** At least 200. */
  get status(): number {
    return this.#message.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.#message.headers;
  }

  /** @throws OutboundError `status` unless it is 200. */
  expectOk(): void {
    if (this.status === 200) return;
    throw new OutboundError('status', `The server responded with the status ${this.status}.`);
  }

  /**
   * The whole body, in memory.
   *
   * @throws OutboundError `too_large` when it is, or is announced to be, longer than `maxBytes`; `encoding` when it is
   *   compressed; `connection` when it ends too early.
   */
  async bytes(maxBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.stream(maxBytes)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** The body as it arrives. @throws OutboundError (to the reader) as {@link bytes} does. */
  async *stream(maxBytes: number): AsyncGenerator<Uint8Array> {
    const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = this.headers;
    if (!/^(identity)?$/i.test(encoding)) {
      throw new OutboundError('encoding', 'The response is compressed, which was not requested.');
    }
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    let size = 0;
    for await (const chunk of this.#chunks()) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  }

  /**
   * Reads the body to its end, whatever its encoding, so that the connection can be reused, but no more than about
   * `maxBytes`.
   *
   * @returns its first `returnedBytes`.
   * @throws OutboundError `connection` when it ends too early.
   */
  drain(maxBytes: number, returnedBytes = 0): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const message = this.#message;
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => resolve(Buffer.concat(chunks));
    // By events, which need no promise per chunk.
    message.on('data', (chunk: Buffer) => {
      if (size < returnedBytes) chunks.push(chunk.subarray(0, returnedBytes - size));
      size += chunk.length;
      if (size <= maxBytes) return;
      end();
      message.destroy();
    });
    message.on('end', end);
    message.on('error', (error) => reject(toOutboundError(error)));
    message.on('close', () => {
      if (message.readableEnded) return;
      reject(new OutboundError('connection', 'The connection ended before the response did.'));
    });
    return promise;
  }

  /** Separate from {@link stream}, whose reader's own errors must not count as errors of the connection. */
  async *#chunks(): AsyncGenerator<Buffer> {
    try {
      yield* this.#message as AsyncIterable<Buffer>;
    } catch (error) {
      throw toOutboundError(error);
    }
  }
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too_large', `The response is longer than ${maxBytes / 1024 / 1024} MiB.`);
}
