import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { toChunks } from '../chunks.ts';
import type { WriteWarning, WrittenRows } from '../table-target.ts';
import { toSheet } from './sheet.ts';
import { sheetPart, workbookParts } from './workbook-parts.ts';

export interface XlsxStyle {
  readonly sheet: string;
  readonly onWarning: (warning: WriteWarning) => void;
}

/** A fixed time, so that the same rows always give the same bytes. */
const mtime = new Date(Date.UTC(1980, 0, 1));

/** A workbook with one sheet, written while its rows are read. */
export async function* toXlsx(
  columns: readonly string[],
  rows: WrittenRows,
  { sheet, onWarning }: XlsxStyle,
): AsyncGenerator<Buffer, void, undefined> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const content = Readable.from(toChunks(toSheet(columns, rows, onWarning)), { objectMode: false });
  // Otherwise a failure would leave the reader waiting for bytes that never come.
  zip.on('error', (error: Error) => output.destroy(error));
  content.on('error', (error) => output.destroy(error));
  const options = { mtime, forceDosTimestamp: true };
  for (const [name, text] of Object.entries(workbookParts(sheet))) zip.addBuffer(Buffer.from(text), name, options);
  zip.addReadStream(content, sheetPart, options);
  zip.end();
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    content.destroy();
  }
}
