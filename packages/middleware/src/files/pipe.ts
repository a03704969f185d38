import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Writes a stream to a client, as fast as the client reads. A client that leaves ends the stream and is no failure; a
 * stream that fails closes the connection, so that no client takes half an answer for a whole one.
 */
export async function pipe(streams: readonly [Readable, ...Duplex[]], res: Response): Promise<void> {
  try {
    await pipeline([...streams, res]);
  } catch (error) {
    // A source that is told of a premature close, or was at its end, was not its cause: the client left.
    const [{ errored, readableEnded }] = streams;
    if (!isPrematureClose(error) || !(errored === error || readableEnded)) throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
