import type { TableFormat } from '../table.ts';
import { TableFileError } from '../table-error.ts';
import type { Sample } from './sample.ts';

const byExtension: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  xlsx: 'xlsx',
  xml: 'xml',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/** The format that a file's name suggests, ignoring `.gz`. */
export function formatOfName(name: string | undefined): TableFormat | null {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(name ?? '')?.[1]?.toLowerCase();
  return (extension === undefined ? undefined : byExtension[extension]) ?? null;
}

/**
 * The format of a text, by its beginning; the name decides between formats that begin alike.
 *
 * @param sample the first characters, without a byte order mark.
 * @throws {TableFileError} when it is a web page, or its name claims a format that it does not have.
 */
export function detectTextFormat(sample: string, name: string | undefined): 'csv' | 'xml' | 'json' | 'ndjson' {
  const begin = sample.trimStart();
  if (begin === '') throw new TableFileError('The file is empty: it has nothing but blanks.');
  if (/^<(!doctype\s+html|html)[\s>]/i.test(begin)) throw new TableFileError('The file is an HTML page, not a table.');
  if (/^<[?!\p{L}_]/u.test(begin)) return 'xml';
  if (/^\[\s*([{[\]"\d-]|true|false|null)/.test(begin) && !isCsvNamed(name, begin)) return 'json';
  if (/^\{\s*["}]/.test(begin)) return isLines(begin, name) ? 'ndjson' : 'json';
  const promised = formatOfName(name);
  if (promised === 'xml' || promised === 'xlsx' || promised === 'json' || promised === 'ndjson') {
    const found = JSON.stringify(begin.slice(0, 20));
    throw new TableFileError(`The file is named ${promised.toUpperCase()} but starts with ${found}.`);
  }
  return 'csv';
}

/** A header such as `[sku],[name]` begins like JSON. */
function isCsvNamed(name: string | undefined, begin: string): boolean {
  const promised = formatOfName(name);
  return (promised === 'csv' || promised === 'tsv') && !/^\[\s*[{\]]/.test(begin);
}

/** One object per line: the first line is a complete object, and more lines follow or the name says so. */
function isLines(begin: string, name: string | undefined): boolean {
  const end = begin.search(/[\r\n]/);
  const line = end < 0 ? begin : begin.slice(0, end);
  const named = formatOfName(name) === 'ndjson';
  try {
    JSON.parse(line);
  } catch {
    return named;
  }
  return named || (end >= 0 && begin.slice(end).trim() !== '');
}

/**
 * Whether bytes are not text: text has line breaks and tabs but hardly any other control characters, unless it is valid
 * UTF-8, which binary data is not by chance.
 */
export function isBinary({ bytes, validUtf8 }: Sample): boolean {
  if (validUtf8 && !bytes.includes(0)) return false;
  const looked = bytes.subarray(0, 4096);
  let controlCharacters = 0;
  for (const byte of looked) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) controlCharacters++;
  }
  return controlCharacters > Math.max(8, looked.length / 50);
}

/** Names a file that is not a table: `a PNG file (image/png)`. */
export async function nameBinary(sample: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(sample);
  return type === undefined ? 'a binary file of an unknown kind' : `a ${type.ext.toUpperCase()} file (${type.mime})`;
}
