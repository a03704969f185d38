import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isSliceOver, nextSlice } from '../../kernel/index.ts';
import type { TableFile } from '../table.ts';
import { TableFileError } from '../table-error.ts';
import { assertExpansion } from './bounds.ts';
import { openZipFile } from './zip-file.ts';

/** Each read of a file costs as much as decoding many kilobytes. */
const readBytesAtOnce = 256 * 1024;
const chunkBytes = 64 * 1024;

/**
 * The bytes of a file, or of the document of an archive that it names, uncompressed, in chunks of at most 256 KiB, in
 * slices of time.
 *
 * @throws {TableFileError} when compressed data is damaged, truncated or expands too far.
 */
export async function* readBytes(file: TableFile, compression: 'gzip' | null): AsyncGenerator<Buffer, void, undefined> {
  if (file.document !== undefined) {
    yield* readDocument(file, file.document);
    return;
  }
  const source = createReadStream(file.path, { highWaterMark: readBytesAtOnce });
  if (compression === null) {
    yield* inSlices(source, file.signal);
    return;
  }
  const expanded = pipeline(source, createGunzip({ chunkSize: chunkBytes }), () => {});
  let total = 0;
  try {
    for await (const chunk of inSlices(expanded, file.signal)) {
      total += chunk.length;
      assertExpansion(total, source.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw toGzipError(error);
  } finally {
    expanded.destroy();
  }
}

async function* readDocument(file: TableFile, name: string): AsyncGenerator<Buffer, void, undefined> {
  const archive = await openZipFile(file);
  try {
    yield* inSlices(archive.read(name), file.signal);
  } finally {
    archive.close();
  }
}

/** Yields chunks until the signal aborts, and lets the event loop run between them. */
async function* inSlices(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    if (isSliceOver()) await nextSlice();
    yield chunk;
  }
}

function toGzipError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'Z_BUF_ERROR') return new TableFileError('The gzip file is cut off: its end is missing.');
  if (code?.startsWith('Z_')) {
    return new TableFileError('The gzip data is damaged and cannot be expanded.', { cause: error });
  }
  return error;
}
