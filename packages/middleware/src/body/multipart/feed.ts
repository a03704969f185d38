import type { Readable } from 'node:stream';
import { ApiError } from '@contract-kit/http-spec';
import type { BusboyInstance } from '@fastify/busboy';
import { asBadRequest } from './parser.ts';

export interface FeedOptions {
  /** Bytes. */
  readonly limit: number;
  readonly idleMs: number;
  /** Rejects when a part is refused; the rest is not parsed then. */
  readonly failed: Promise<never>;
  readonly tooLarge: () => ApiError;
}

/**
 * Feeds a body to its parser, as fast as the parser takes it, until the parser is done. After a failure the rest of the
 * body is discarded, so that the request still gets a response.
 */
export async function feed(stream: Readable, parser: BusboyInstance, options: FeedOptions): Promise<void> {
  const { limit, idleMs, failed, tooLarge } = options;
  let size = 0;
  const done = Promise.withResolvers<void>();
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    idle.refresh();
    if (size > limit) done.reject(tooLarge());
  };
  const onIdle = () => {
    // A body that waits for the disk does not count as idle.
    if (stream.isPaused() || stream.readableLength > 0) idle.refresh();
    else done.reject(new ApiError('bad_request', `No part of the body arrived for ${idleMs / 1000} seconds.`));
  };
  const idle = setTimeout(onIdle, idleMs);
  const onClose = () => {
    if (!stream.readableEnded)
      done.reject(new ApiError('bad_request', 'The upload ended before the body was complete.'));
  };
  stream.on('data', onData).once('close', onClose).once('error', onClose);
  parser.once('finish', done.resolve);
  parser.on('error', (error: Error) => done.reject(asBadRequest(error)));
  stream.pipe(parser);
  try {
    if (stream.destroyed) onClose();
    await Promise.race([done.promise, failed]);
  } finally {
    clearTimeout(idle);
    stream.unpipe(parser);
    stream.off('data', onData).off('close', onClose).off('error', onClose);
    stream.on('error', () => undefined).resume();
  }
}
