import { neutralise } from '../formula-cells.ts';
import type { Cell } from '../table.ts';
import { toCellText } from './cell-text.ts';
import type { WrittenRows } from './table-target.ts';

export interface CsvStyle {
  readonly delimiter: string;
  readonly bom: boolean;
  readonly header: boolean;
}

/** CSV (RFC 4180): lines end with CR LF. Texts that a spreadsheet would run as formulas are {@link neutralise}d. */
export async function* toCsv(
  columns: readonly string[],
  rows: WrittenRows,
  { delimiter, bom, header }: CsvStyle,
): AsyncGenerator<string> {
  const special = needsQuotes(delimiter);
  const toField = (cell: Cell): string => {
    if (typeof cell === 'number') return String(cell);
    const text = neutralise(toCellText(cell));
    return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  yield bom ? '\ufeff' : '';
  if (header) yield `${columns.map(toField).join(delimiter)}\r\n`;
  for await (const cells of rows) {
    let line = columns.length === 0 ? '' : toField(cells[0]);
    for (let index = 1; index < columns.length; index++) line += delimiter + toField(cells[index]);
    yield `${line}\r\n`;
  }
}

/** Some readers would trim blanks at either end, and `sep=` in the first cell sets a delimiter. */
function needsQuotes(delimiter: string): RegExp {
  const escaped = delimiter.replace(/[\\\]^-]/, '\\$&');
  return new RegExp(`[${escaped}"\\r\\n]|^\\s|\\s$|^sep=`);
}
