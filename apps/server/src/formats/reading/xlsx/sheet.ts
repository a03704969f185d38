import { limits } from '@product-content/contract';
import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import type { Cell, TableFile } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { openZipFile, type ZipFile } from '../zip-file.ts';
import { readNumberMeanings } from './number-formats.ts';
import { readPart } from './read-part.ts';
import { SharedStrings } from './shared-strings.ts';
import { type ScannedRow, SharedText, type SheetRow, SheetScanner } from './sheet-scanner.ts';
import { chooseSheet, readWorkbook } from './workbook.ts';

/**
 * Sheets up to this uncompressed size are read completely at once: rows are counted, and errors are reported
 * immediately.
 */
const countedBytes = 4 * 1024 * 1024;

/** The header is within this many rows. */
const headerRows = 1000;

export interface Sheet {
  readonly name: string;
  readonly isLarge: boolean;
  readonly rows: AsyncGenerator<SheetRow, void, undefined>;
  close(): Promise<void>;
}

/**
 * Opens a sheet of a workbook. Call `close` afterwards.
 *
 * @param purpose for the header of a large sheet, only the shared texts that may occur in it are read.
 * @throws {TableFileError} when there is no such sheet, or the file is not a workbook.
 */
export async function openSheet(file: TableFile, wanted: string | null, purpose: 'header' | 'rows'): Promise<Sheet> {
  const zip = await openZipFile(file);
  try {
    const workbook = await readWorkbook(zip);
    const { name, part } = chooseSheet(workbook, wanted);
    const isLarge = zip.sizeOf(part) > countedBytes;
    const meanings = await readNumberMeanings(zip, workbook.styles);
    const needed = isLarge && purpose === 'header' ? await countTextsOfHeader(zip, part) : undefined;
    const strings = await SharedStrings.read(zip, workbook.sharedStrings, needed);
    const { from1904 } = workbook;
    const scanned = readRows(zip, part, new SheetScanner({ meanings, from1904 }));
    const rows = withoutTitles(withTexts(scanned, strings));
    const close = async (): Promise<void> => {
      await rows.return();
      await strings.close();
      zip.close();
    };
    return { name, isLarge, rows, close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function countTextsOfHeader(zip: ZipFile, part: string): Promise<number> {
  let needed = 0;
  let rows = 0;
  for await (const { cells } of readRows(zip, part, new SheetScanner({ meanings: [], from1904: false }))) {
    for (const cell of cells) if (cell instanceof SharedText) needed = Math.max(needed, cell.index + 1);
    if (++rows === headerRows) break;
  }
  return needed;
}

async function* readRows(
  zip: ZipFile,
  part: string,
  scanner: SheetScanner,
): AsyncGenerator<ScannedRow, void, undefined> {
  const handlers = {
    open: scanner.open.bind(scanner),
    text: scanner.text.bind(scanner),
    close: scanner.close.bind(scanner),
  };
  for await (const _ of readPart(zip, part, handlers)) yield* scanner.takeRows();
  yield* scanner.takeRows();
}

const { row: maxRowLength, expandedBytes } = limits.tableFile;

/** The problem does not concern a column. */
const tooLongRow: SheetRow = {
  cells: [],
  error: { column: -1, message: `The row has more than ${maxRowLength} characters.` },
};

/**
 * Inserts the shared texts into their cells, row by row: a few bytes of a sheet may refer to a long text many times.
 *
 * @throws {TableFileError} when all rows together have more characters than a file may expand to.
 */
async function* withTexts(
  rows: AsyncIterable<ScannedRow>,
  strings: SharedStrings,
): AsyncGenerator<SheetRow, void, undefined> {
  let total = 0;
  for await (const row of rows) {
    if (isSliceOver()) await nextSlice();
    const cells: Cell[] = [];
    let length = 0;
    for (const [column, cell] of row.cells.entries()) {
      if (cell === undefined) continue;
      const value = cell instanceof SharedText ? strings.get(cell.index) : cell;
      if (typeof value === 'string') length += value.length;
      if (length > maxRowLength) break;
      cells[column] = value;
    }
    total += length;
    if (total > expandedBytes) {
      throw new TableFileError(`The texts of the sheet have more than ${expandedBytes} characters in total.`);
    }
    yield length > maxRowLength ? tooLongRow : { cells, error: row.error };
  }
}

/** The number of rows in which a header may follow titles. */
const titleRows = 10;

/** Skips titles above the header, which people add to price lists: rows with one cell, above a row with several. */
async function* withoutTitles(
  rows: AsyncGenerator<SheetRow, void, undefined>,
): AsyncGenerator<SheetRow, void, undefined> {
  const titles: SheetRow[] = [];
  let isPast = false;
  for await (const row of rows) {
    if (isPast) yield row;
    else if (row.cells.filter((cell) => cell !== undefined && cell !== '').length > 1) {
      isPast = true;
      yield row;
    } else {
      titles.push(row);
      if (titles.length < titleRows) continue;
      isPast = true;
      yield* titles;
    }
  }
  if (!isPast) yield* titles;
}
