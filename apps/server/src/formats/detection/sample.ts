import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { readBytes } from '../reading/file-bytes.ts';
import type { TableFile } from '../table.ts';
import { TableFileError } from '../table-error.ts';

/** The facts that one pass over a file gives. */
export interface Sample {
  readonly compression: 'gzip' | null;
  /** The first bytes, uncompressed. */
  readonly bytes: Buffer;
  /** True for a ZIP archive, such as an XLSX workbook. */
  readonly zip: boolean;
  /** True if all bytes are UTF-8. */
  readonly validUtf8: boolean;
  /** Total bytes, uncompressed; for an archive, the size of the file. */
  readonly size: number;
}

const sampleBytes = 256 * 1024;

/**
 * Reads a file once, as bytes. A text file is read to its end: only then is it certain that it is UTF-8 and complete.
 *
 * @throws {TableFileError} when it is empty, or its gzip data is damaged, truncated or expands too far.
 */
export async function takeSample(file: TableFile): Promise<Sample> {
  const begin = await readBegin(file);
  const compression = begin[0] === 0x1f && begin[1] === 0x8b ? 'gzip' : null;
  if (compression === null && isZip(begin)) {
    return { compression, bytes: begin, zip: true, validUtf8: false, size: begin.length };
  }
  const taken: Buffer[] = [];
  const check = createUtf8Check();
  let size = 0;
  for await (const chunk of readBytes(file, compression)) {
    if (size < sampleBytes) taken.push(chunk);
    size += chunk.length;
    check.add(chunk);
  }
  if (size === 0) throw new TableFileError('The file is empty.');
  const bytes = Buffer.concat(taken);
  return { compression, bytes, zip: isZip(bytes), validUtf8: check.end(), size };
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

async function readBegin(file: TableFile): Promise<Buffer> {
  const handle = await open(file.path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(4), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Validates UTF-8 in chunks; a sequence may be split between two. */
function createUtf8Check(): { add(chunk: Buffer): void; end(): boolean } {
  let rest = Buffer.alloc(0);
  let valid = true;
  return {
    add(chunk) {
      if (!valid) return;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = bytes.length - unfinished(bytes);
      valid = isUtf8(bytes.subarray(0, whole));
      rest = Buffer.from(bytes.subarray(whole));
    },
    end: () => valid && rest.length === 0,
  };
}

/** The number of bytes at the end that begin a sequence which the next chunk may complete. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
