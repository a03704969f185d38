import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

/** A body as a store keeps it. */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  /** Null: the bytes are the body. */
  readonly encoding: 'zstd' | null;
}

/** Smaller bodies save less than compressing them costs. Bytes. */
const leastCompressed = 1024;

/** Up to here it takes less than handing the work to a thread, beyond it would hold the event loop. Bytes. */
const maxInlineBytes = 64 * 1024;

/** The fastest level: five times as fast as gzip, and a tenth of the size is left of most JSON. */
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
 * The body that was encoded, byte for byte.
 *
 * @throws Error when the bytes were damaged, or are of an encoding that is not known.
 */
export async function decodeBody({ bytes, encoding }: { bytes: Uint8Array; encoding: string | null }) {
  if (encoding === null) return bytes;
  if (encoding !== 'zstd') throw new Error(`A stored body has the unknown encoding "${encoding}".`);
  return bytes.byteLength <= maxInlineBytes ? zstdDecompressSync(bytes) : decompressInThread(bytes);
}
