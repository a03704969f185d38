import type { TableFile } from '../../table.ts';
import { readNumberMeanings } from './number-formats.ts';
import { readPart } from './read-part.ts';
import { SharedStrings } from './shared-strings.ts';
import { type SheetRow, SheetScanner } from './sheet-scanner.ts';
import { chooseSheet, readWorkbook } from './workbook.ts';
import { openZipFile, type ZipFile } from './zip-file.ts';

/** Sheets up to this size, expanded, are read whole at once: rows are counted, and what is wrong is told right away. */
const countedBytes = 4 * 1024 * 1024;

/** Somewhere in this many rows is the header. */
const headerRows = 1000;

export interface Sheet {
  readonly name: string;
  readonly isLarge: boolean;
  readonly rows: AsyncGenerator<SheetRow, void, undefined>;
  close(): Promise<void>;
}

/**
 * Opens a sheet of a workbook. To be closed.
 *
 * @param purpose for the header of a large sheet, only the shared texts that may be in it are read.
 * @throws {TableFileError} when there is no such sheet, or no workbook.
 */
export async function openSheet(file: TableFile, wanted: string | null, purpose: 'header' | 'rows'): Promise<Sheet> {
  const zip = await openZipFile(file.path);
  try {
    const workbook = await readWorkbook(zip);
    const { name, part } = chooseSheet(workbook, wanted);
    const isLarge = zip.sizeOf(part) > countedBytes;
    const meanings = await readNumberMeanings(zip, workbook.styles);
    const needed = isLarge && purpose === 'header' ? await countTextsOfHeader(zip, part) : undefined;
    const strings = await SharedStrings.read(zip, workbook.sharedStrings, needed);
    const { from1904 } = workbook;
    const scanner = new SheetScanner({ meanings, from1904, sharedString: (index) => strings.get(index) });
    const rows = withoutTitles(readRows(zip, part, scanner));
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
  const sharedString = (index: number): string => {
    needed = Math.max(needed, index + 1);
    return 'x';
  };
  const scanner = new SheetScanner({ meanings: [], from1904: false, sharedString });
  let rows = 0;
  for await (const _ of readRows(zip, part, scanner)) if (++rows === headerRows) break;
  return needed;
}

async function* readRows(zip: ZipFile, part: string, scanner: SheetScanner): AsyncGenerator<SheetRow, void, undefined> {
  const handlers = {
    open: scanner.open.bind(scanner),
    text: scanner.text.bind(scanner),
    close: scanner.close.bind(scanner),
  };
  for await (const _ of readPart(zip, part, handlers)) yield* scanner.takeRows();
  yield* scanner.takeRows();
}

/** Among so many rows the header is looked for below titles. */
const titleRows = 10;

/** Leaves out what stands above the header of people's price lists: rows of one cell, above one of several. */
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
