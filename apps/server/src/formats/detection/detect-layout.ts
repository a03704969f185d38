import { stat } from 'node:fs/promises';
import { assertExpansion } from '../reading/bounds.ts';
import { createDecoder } from '../reading/file-text.ts';
import { openZipFile } from '../reading/zip-file.ts';
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
  return sample.zip ? startOfArchive(file, sample, options) : startOfText(file, sample, options);
}

function assertOptions({ encoding, delimiter }: TableOptions): void {
  if (encoding !== undefined && encoding !== 'auto') canonicalName(encoding);
  if (delimiter !== undefined) assertDelimiter(delimiter);
}

async function startOfArchive(file: TableFile, sample: Sample, options: TableOptions): Promise<TableStart> {
  const { compression, size } = sample;
  if (compression !== null) {
    throw new TableFileError('The gzip file contains a ZIP archive; send the archive uncompressed.');
  }
  const documents = await listDocuments(file);
  if (documents.length > 0) return startOfDocuments(file, documents, options);
  const { sheet = null, header = true } = options;
  const detected = { format: 'xlsx', encoding: null, delimiter: null, sheet, header } as const;
  return { detected, compression, itemPath: null, size, knownItemPaths: [] };
}

/** Documents that belong together. Each has its own encoding; the first one's is reported. */
async function startOfDocuments(file: TableFile, names: readonly string[], options: TableOptions): Promise<TableStart> {
  if (options.itemPath !== undefined) {
    const message = 'In an archive of XML files, items are where well-known files have them; send the file itself.';
    throw new TableFileError(message, { field: 'options.itemPath' });
  }
  const documents: { name: string; encoding: string | null; size: number }[] = [];
  for (const name of names) {
    const document = { ...file, name, document: name };
    const { detected, size } = await startOfText(document, await takeSample(document), options);
    if (detected.format === 'xml') documents.push({ name, encoding: detected.encoding, size });
  }
  const encoding = documents[0]?.encoding ?? null;
  const detected = { format: 'xml', encoding, delimiter: null, sheet: null, header: null } as const;
  const size = documents.reduce((sum, document) => sum + document.size, 0);
  const { knownItemPaths = [] } = options;
  return { detected, compression: null, itemPath: null, size, knownItemPaths, documents };
}

/** The names of the XML documents in an archive that is not a workbook, in natural order. */
async function listDocuments(file: TableFile): Promise<string[]> {
  const archive = await openZipFile(file);
  try {
    // Workbooks, like all Office packages, list their parts here.
    if (archive.has('_rels/.rels')) return [];
    // macOS adds a hidden file for each.
    const names = archive.names.filter((name) => /(^|\/)[^./][^/]*\.xml$/i.test(name));
    const { size } = await stat(file.path);
    // Each document is checked again when it is read.
    assertExpansion(
      names.reduce((sum, name) => sum + archive.sizeOf(name), 0),
      size,
    );
    return names.toSorted(new Intl.Collator('en', { numeric: true }).compare);
  } finally {
    archive.close();
  }
}

async function startOfText(file: TableFile, sample: Sample, options: TableOptions): Promise<TableStart> {
  const { encoding: requested = 'auto' } = options;
  const declared = requested === 'auto' ? declaredInXml(sample.bytes) : requested;
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
