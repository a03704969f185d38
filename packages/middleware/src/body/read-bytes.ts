import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ApiError } from '@contract-kit/http-spec';
import type { ApiRequest } from '../request.ts';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads a body of at most `limit` bytes, counted after decompression, into memory. A declared length beyond the limit
 * is refused before anything is read.
 *
 * @throws ApiError `payload_too_large`; `internal_error` for a body that was read before; `bad_request` for an unknown
 * or mismatched Content-Encoding and an upload that ended early.
 */
export async function readBytes(request: ApiRequest, limit: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  if (encoding === 'identity' || encoding === '') return collect(request.openBody(), limit).catch(asUploadError);
  const createDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (createDecoder === undefined) {
    throw new ApiError('bad_request', 'Content-Encoding must be gzip, deflate, br, zstd or absent.');
  }
  return decode(request.openBody(), createDecoder(), limit);
}

async function decode(stream: Readable, decoder: Transform, limit: number): Promise<Buffer> {
  const aborted = () => {
    if (!stream.readableEnded) decoder.destroy(uploadAborted());
  };
  if (stream.destroyed) aborted();
  stream.once('error', aborted).once('close', aborted);
  stream.pipe(decoder);
  try {
    return await collect(decoder, limit);
  } catch (error) {
    stream.unpipe(decoder);
    // The rest of the upload must be drained, or the connection never becomes free again.
    stream.resume();
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_request', 'The body does not match its Content-Encoding.', { cause: error });
  } finally {
    stream.off('error', aborted).off('close', aborted);
    decoder.on('error', () => {}).destroy();
  }
}

function collect(stream: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error: unknown): void => {
      stream.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose);
      if (error !== null) reject(error);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(tooLarge(limit));
    };
    const onEnd = () => settle(null);
    const onClose = () => settle(uploadAborted());
    if (stream.destroyed && !stream.readableEnded) return onClose();
    stream.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose);
  });
}

/** A request's own stream fails only by ending early. */
function asUploadError(error: unknown): never {
  throw error instanceof ApiError ? error : uploadAborted();
}

function tooLarge(limit: number): ApiError<'payload_too_large'> {
  return new ApiError('payload_too_large', `The body may have at most ${limit} bytes.`);
}

function uploadAborted(): ApiError<'bad_request'> {
  return new ApiError('bad_request', 'The upload ended before the body was complete.');
}
