import iconv from 'iconv-lite';
import { isSliceOver, nextSlice } from '../../kernel/index.ts';
import type { TableFile, TableLayout } from '../table.ts';
import { TableFileError } from '../table-error.ts';
import { pieceLength } from './bounds.ts';
import { readBytes } from './file-bytes.ts';

/**
 * The text of a file in short pieces, without its byte order mark, in slices of time.
 *
 * @throws {TableFileError} on bytes that are invalid in the encoding, and on NUL, which does not occur in text.
 */
export async function* readText(
  file: TableFile,
  { compression, detected }: Pick<TableLayout, 'compression'> & { detected: { encoding: string | null } },
): AsyncGenerator<string, void, undefined> {
  const encoding = detected.encoding ?? 'utf-8';
  const decoder = createDecoder(encoding);
  /** Characters that were decoded. */
  let length = 0;
  async function* checked(text: string): AsyncGenerator<string> {
    const nul = text.indexOf('\0');
    if (nul >= 0) {
      const line = await findLine(file, compression, encoding, length + nul);
      throw new TableFileError(
        `The file has a NUL character in line ${line}: it is not text, or has another encoding.`,
      );
    }
    for (const piece of toPieces(length === 0 && text.startsWith('\ufeff') ? text.slice(1) : text)) {
      if (isSliceOver()) await nextSlice();
      file.signal?.throwIfAborted();
      yield piece;
    }
    length += text.length;
  }
  try {
    for await (const bytes of readBytes(file, compression)) yield* checked(decoder.write(bytes));
    yield* checked(decoder.end());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    const message = `The file is not UTF-8: line ${await findLine(file, compression, encoding)} or one soon after it has bytes that UTF-8 does not.`;
    throw new TableFileError(`${message} Name its encoding, such as windows-1252.`, { field: 'options.encoding' });
  }
}

/** Bytes decoded at once to find a line. */
const searchedBytes = 1024;

/**
 * The line of a character, or of about the first bytes that are invalid. It reads the file again, because lines are not
 * counted while it is read: only errors need them.
 */
async function findLine(
  file: TableFile,
  compression: TableLayout['compression'],
  encoding: string,
  character = Number.POSITIVE_INFINITY,
): Promise<number> {
  const decoder = createDecoder(encoding);
  let line = 1;
  let left = character;
  for await (const bytes of readBytes(file, compression)) {
    for (let at = 0; at < bytes.length; at += searchedBytes) {
      if (isSliceOver()) await nextSlice();
      const text = decodeValid(decoder, bytes.subarray(at, at + searchedBytes));
      if (text === null) return line;
      line += countLines(text.slice(0, left));
      left -= text.length;
      if (left <= 0) return line;
    }
  }
  return line;
}

/** @returns null for invalid bytes. */
function decodeValid(decoder: TextDecoding, bytes: Buffer): string | null {
  try {
    return decoder.write(bytes);
  } catch {
    return null;
  }
}

export interface TextDecoding {
  write(bytes: Buffer): string;
  end(): string;
}

/** Decodes chunks. UTF-8 is strict; other encodings replace unknown bytes, because they have no invalid sequences. */
export function createDecoder(encoding: string): TextDecoding {
  if (encoding === 'utf-8') {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  // Not TextDecoder: some builds of Node decode 0x80–0x9F of windows-1252 as control characters.
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}

/** Splits a text into pieces that take a few milliseconds each, without splitting a surrogate pair. */
export function* toPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + pieceLength;
    const whole = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    yield text.slice(at, whole);
    at = whole;
  }
}

const lineFeed = 0x0a;

/** By codes: a call of `indexOf` for each line would be most of the work for a file of empty lines. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === lineFeed) count++;
  return count;
}
