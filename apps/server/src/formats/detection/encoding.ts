import iconv from 'iconv-lite';
import { TableFileError } from '../table-error.ts';

/**
 * The encoding of a text file: its byte order mark, otherwise the declared one, otherwise UTF-16 if zero bytes show it,
 * otherwise UTF-8 if the file is valid UTF-8 throughout, otherwise windows-1252, which spreadsheets write.
 *
 * @param sample its first bytes.
 * @param validUtf8 whether all of its bytes are valid UTF-8.
 * @throws {TableFileError} when the declared encoding is not known.
 */
export function detectEncoding(sample: Buffer, validUtf8: boolean, declared = 'auto'): string {
  const known = declared === 'auto' ? null : canonicalName(declared);
  return byteOrderMark(sample) ?? known ?? zeroBytes(sample) ?? (validUtf8 ? 'utf-8' : 'windows-1252');
}

/** @throws {TableFileError} when the name is unknown. */
export function canonicalName(encoding: string): string {
  const name = encoding.trim().toLowerCase();
  if (!iconv.encodingExists(name) || /^(base64|hex|binary)$/.test(name)) {
    throw new TableFileError(`"${encoding}" is not a known encoding.`, { field: 'options.encoding' });
  }
  if (/^(utf-?8|ascii|us-ascii)$/.test(name)) return 'utf-8';
  if (/^(utf-?16|utf-?16-?le|ucs-?2)$/.test(name)) return 'utf-16le';
  if (/^utf-?16-?be$/.test(name)) return 'utf-16be';
  return /^(cp-?1252|win-?1252)$/.test(name) ? 'windows-1252' : name;
}

function byteOrderMark(sample: Buffer): string | null {
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return 'utf-8';
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  return sample[0] === 0xfe && sample[1] === 0xff ? 'utf-16be' : null;
}

/** UTF-16 text of mostly Latin letters has a zero byte in every pair, always on the same side. */
function zeroBytes(sample: Buffer): string | null {
  const pairs = Math.min(sample.length, 4096) >> 1;
  let high = 0;
  let low = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (sample[pair * 2] === 0) high++;
    if (sample[pair * 2 + 1] === 0) low++;
  }
  if (low > pairs * 0.4 && high === 0) return 'utf-16le';
  return high > pairs * 0.4 && low === 0 ? 'utf-16be' : null;
}
