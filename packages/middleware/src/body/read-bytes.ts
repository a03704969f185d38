import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ApiError } from '@contract-kit/http-spec';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** True when a request has a body (RFC 9112 §6.3); `Content-Length: 0` is none. */
export function hasBody(request: IncomingMessage): boolean {
  if (request.headers['transfer-encoding'] !== undefined) return true;
  const length = request.headers['content-length'];
  return length !== undefined && length !== '0';
}

/**
 * Reads a body of at most `limit` bytes, counted after decompression, into memory. A declared length beyond the
 * limit is refused before anything is read.
 *
 * @throws ApiError `payload_too_large`, or `bad_request` for an unknown or broken Content-Encoding and an upload
 * that ended early.
 */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  if (encoding === 'identity' || encoding === '') return collect(request, limit).catch(asUploadError);
  const createDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (createDecoder === undefined) {
    throw new ApiError('bad_request', 'Content-Encoding must be gzip, deflate, br, zstd or absent.');
  }
  return decode(request, createDecoder(), limit);
}

async function decode(request: IncomingMessage, decoder: Transform, limit: number): Promise<Buffer> {
  const aborted = () => decoder.destroy(uploadAborted());
  request.once('error', aborted).once('aborted', aborted);
  request.pipe(decoder);
  try {
    return await collect(decoder, limit);
  } catch (error) {
    request.unpipe(decoder);
    // What is left of the upload must flow, or the connection never becomes free again.
    request.resume();
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_request', 'The body does not match its Content-Encoding.', { cause: error });
  } finally {
    request.off('error', aborted).off('aborted', aborted);
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
