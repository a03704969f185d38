import { createDecoder } from '../reading/file-text.ts';
import type { TableFile, TableOptions, TableStart } from '../table.ts';
import { TableFileError } from '../table-error.ts';
import { assertDelimiter, detectDelimiter, readSeparatorLine } from './delimiter.ts';
import { canonicalName, detectEncoding } from './encoding.ts';
import { detectTextFormat, isBinary, nameBinary } from './format.ts';
import { type Sample, takeSample } from './sample.ts';

/**
 * Detects the format of a file: by its content first, by its name where the content is ambiguous.
 *
 * @throws {TableFileError} when it is not a table, naming what it is.
 */
export async function detectStart(file: TableFile, options: TableOptions): Promise<TableStart> {
  assertOptions(options);
  const sample = await takeSample(file);
  return sample.zip ? startOfArchive(sample, options) : await startOfText(file, sample, options);
}

function assertOptions({ encoding, delimiter }: TableOptions): void {
  if (encoding !== undefined && encoding !== 'auto') canonicalName(encoding);
  if (delimiter !== undefined) assertDelimiter(delimiter);
}

function startOfArchive({ compression, size }: Sample, options: TableOptions): TableStart {
  if (compression !== null)
    throw new TableFileError('The gzip file contains a ZIP archive; send the workbook uncompressed.');
  const detected = {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: options.sheet ?? null,
    header: options.header ?? true,
  } as const;
  return { detected, compression, itemPath: null, size, knownItemPaths: [] };
}

async function startOfText(file: TableFile, sample: Sample, options: TableOptions): Promise<TableStart> {
  const { encoding: said = 'auto' } = options;
  const declared = said === 'auto' ? declaredInXml(sample.bytes) : said;
  const encoding = detectEncoding(sample.bytes, sample.validUtf8, declared);
  if (!encoding.startsWith('utf-16') && isBinary(sample)) {
    throw new TableFileError(`The file is ${await nameBinary(sample.bytes)}, not a table.`);
  }
  const text = decodeSample(sample.bytes, encoding);
  const { compression, size } = sample;
  const format = detectTextFormat(text, file.name);
  const known = { encoding, delimiter: null, sheet: null, header: null };
  if (format !== 'csv') {
    const { itemPath = null, knownItemPaths = [] } = options;
    return { detected: { format, ...known }, compression, itemPath, size, knownItemPaths };
  }
  const delimiter = options.delimiter ?? readSeparatorLine(text) ?? detectDelimiter(text);
  const header = options.header ?? true;
  const detected = { ...known, format: delimiter === '\t' ? 'tsv' : 'csv', delimiter, header } as const;
  return { detected, compression, itemPath: null, size, knownItemPaths: [] };
}

/** The encoding in an XML declaration. UTF-16 would not be readable here. */
function declaredInXml(bytes: Buffer): string | undefined {
  const begin = bytes.toString('latin1', 0, 200);
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(begin)?.[1];
  return declared === undefined || /^utf-?16/i.test(declared) ? undefined : declared;
}

/** The sample may end within a character, which is left out. */
function decodeSample(bytes: Buffer, encoding: string): string {
  const decoder = createDecoder(encoding);
  let text: string;
  try {
    text = decoder.write(bytes);
  } catch {
    // Reading the file reports the error with its line.
    text = bytes.toString('latin1');
  }
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
