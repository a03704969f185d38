import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { limits } from '@product-content/contract';
import { isSliceOver, nextSlice } from '../../kernel/index.ts';
import type { TableFile } from '../table.ts';
import { TableFileError } from '../table-error.ts';

const { expandedBytes, expansion, expandedAlways } = limits.tableFile;
const chunkBytes = 64 * 1024;
const mebibyte = 1024 * 1024;

/**
 * The bytes of a file, uncompressed, in chunks of about 64 KiB, in slices of time.
 *
 * @throws {TableFileError} when gzip data is damaged, truncated or expands too far.
 */
export async function* readBytes(file: TableFile, compression: 'gzip' | null): AsyncGenerator<Buffer, void, undefined> {
  const source = createReadStream(file.path, { highWaterMark: chunkBytes });
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

/** Yields chunks until the signal aborts, and lets the event loop run between them. */
export async function* inSlices(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    if (isSliceOver()) await nextSlice();
    yield chunk;
  }
}

/**
 * Rejects data that expands further than any real table.
 *
 * @throws {TableFileError} naming the limit that was exceeded.
 */
export function assertExpansion(expanded: number, compressed: number): void {
  if (expanded > expandedBytes) {
    throw new TableFileError(`The file expands to more than ${expandedBytes / mebibyte} MiB.`);
  }
  if (expanded > expandedAlways && expanded > compressed * expansion) {
    throw new TableFileError(`The file expands to more than ${expansion} times its size, as archive bombs do.`);
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
