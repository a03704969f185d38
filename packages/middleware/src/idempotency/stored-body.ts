import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

/** A body in its stored form. */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  /** Null: the bytes are the body. */
  readonly encoding: 'zstd' | null;
}

/** Size in bytes below which compression costs more than it saves. */
const leastCompressed = 1024;

/**
 * Size in bytes up to which compressing on this thread is faster than using a worker; larger bodies would block the
 * event loop.
 */
const maxInlineBytes = 64 * 1024;

/** The fastest level: five times as fast as gzip, and most JSON shrinks to a tenth. */
const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

const compressInThread = promisify(zstdCompress);
const decompressInThread = promisify(zstdDecompress);

/** Compresses a body, unless it is small or does not get smaller. */
export async function encodeBody(body: Uint8Array): Promise<EncodedBody> {
  if (body.byteLength < leastCompressed) return { bytes: body, encoding: null };
  const small = body.byteLength <= maxInlineBytes;
  const bytes = small ? zstdCompressSync(body, options) : await compressInThread(body, options);
  return bytes.byteLength < body.byteLength ? { bytes, encoding: 'zstd' } : { bytes: body, encoding: null };
}

/**
 * The original body, byte for byte.
 *
 * @throws Error when the bytes are damaged, or the encoding is unknown.
 */
export async function decodeBody({ bytes, encoding }: { bytes: Uint8Array; encoding: string | null }) {
  if (encoding === null) return bytes;
  if (encoding !== 'zstd') throw new Error(`A stored body has the unknown encoding "${encoding}".`);
  return bytes.byteLength <= maxInlineBytes ? zstdDecompressSync(bytes) : decompressInThread(bytes);
}
