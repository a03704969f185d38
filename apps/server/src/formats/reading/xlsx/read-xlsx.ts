import type { Row, TableFile, TableReader } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { findLongCell, tooManyCells } from '../cell-problem.ts';
import { nameColumns } from '../column-names.ts';
import { readNumberMeanings } from './number-formats.ts';
import { readPart } from './read-part.ts';
import { SharedStrings } from './shared-strings.ts';
import { type SheetRow, SheetScanner, toProblem } from './sheet-scanner.ts';
import { chooseSheet, readWorkbook } from './workbook.ts';
import { openZipFile, type ZipFile } from './zip-file.ts';

/** Sheets up to this size, expanded, are read whole at once: rows are counted, and what is wrong is told right away. */
const countedBytes = 4 * 1024 * 1024;

/** One sheet of an XLSX workbook (ECMA-376). Formulas count as what they came to last. */
export const xlsxReader: TableReader = {
  inspect: (file, { detected }) =>
    withSheet(file, detected.sheet, async ({ name, size, rows }) => {
      let columns: string[] | null = null;
      let count = 0;
      for await (const { cells } of rows) {
        if (columns !== null) count++;
        else columns = nameColumns(Array.from(cells, (cell) => String(cell ?? '')));
        if (size > countedBytes) return { columns, rows: null, sheet: name };
      }
      if (columns === null) throw new TableFileError(`The sheet ${JSON.stringify(name)} has no header.`);
      return { columns, rows: count, sheet: name };
    }),

  async *rows(file, { detected, columns }) {
    const sheet = await openSheet(file, detected.sheet);
    try {
      let number = -1;
      for await (const row of sheet.rows) if (++number > 0) yield toRow(number, row, columns);
    } finally {
      await sheet.close();
    }
  },
};

function toRow(number: number, { cells: read, error }: SheetRow, columns: readonly string[]): Row {
  const extra =
    read.length > columns.length && read.slice(columns.length).some((cell) => cell !== undefined && cell !== '');
  const cells = read.length > columns.length ? read.slice(0, columns.length) : read;
  const problem = extra ? tooManyCells(read, columns) : (toProblem(error, columns) ?? findLongCell(columns, cells));
  return problem === undefined ? { number, cells } : { number, cells, problem };
}

interface Sheet {
  readonly name: string;
  /** Bytes of its XML. */
  readonly size: number;
  readonly rows: AsyncGenerator<SheetRow, void, undefined>;
  close(): Promise<void>;
}

async function withSheet<Result>(file: TableFile, name: string | null, work: (sheet: Sheet) => Promise<Result>) {
  const sheet = await openSheet(file, name);
  try {
    return await work(sheet);
  } finally {
    await sheet.close();
  }
}

async function openSheet(file: TableFile, wanted: string | null): Promise<Sheet> {
  const zip = await openZipFile(file.path);
  try {
    const workbook = await readWorkbook(zip);
    const { name, part } = chooseSheet(workbook, wanted);
    const meanings = await readNumberMeanings(zip, workbook.styles);
    const strings = await SharedStrings.read(zip, workbook.sharedStrings);
    const scanner = new SheetScanner({
      meanings,
      from1904: workbook.from1904,
      sharedString: (index) => strings.get(index),
    });
    const rows = readRows(zip, part, scanner);
    const close = async (): Promise<void> => {
      await rows.return();
      await strings.close();
      zip.close();
    };
    return { name, size: zip.sizeOf(part), rows, close };
  } catch (error) {
    zip.close();
    throw error;
  }
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
