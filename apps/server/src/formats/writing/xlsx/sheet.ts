import { limits } from '@product-content/contract';
import { escapeUnits } from '../../escaped-units.ts';
import type { Cell } from '../../table.ts';
import { toCellText } from '../cell-text.ts';
import type { WriteWarning, WrittenRows } from '../table-target.ts';
import { escapeXmlText, notInXml } from '../xml-escape.ts';

/** Excel's "specifications and limits". */
const excel = { rows: 1_048_576, characters: 32_767 } as const;

const headerStyle = 1;

const unfit = new RegExp(notInXml, 'gu');
const mayNeedEscape = new RegExp(`${notInXml.source}|[&<>\\r_]`, 'u');

/**
 * The XML of a sheet. Texts are inline in their cells, so that no table of texts has to be written at the end; none of
 * them is ever a formula. The header row stays visible when scrolling.
 *
 * @throws {RangeError} when there are more rows or columns than a sheet has.
 */
export async function* toSheet(
  columns: readonly string[],
  rows: WrittenRows,
  onWarning: (warning: WriteWarning) => void,
): AsyncGenerator<string> {
  if (columns.length > limits.tableFile.columns) {
    throw new RangeError(`An XLSX sheet has at most ${limits.tableFile.columns} columns.`);
  }
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>';
  yield '<sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" ';
  yield `state="frozen"/></sheetView></sheetViews>${widths(columns)}<sheetData>`;
  const letters = columns.map((_, index) => columnLetters(index));
  const header = columns.map((name, index) => toTextCell(name, `${letters[index]}1`, headerStyle)).join('');
  yield `<row r="1">${header}</row>`;
  let number = 1;
  for await (const cells of rows) {
    if (++number > excel.rows)
      throw new RangeError(`An XLSX sheet has at most ${excel.rows - 1} rows below its header.`);
    let row = `<row r="${number}">`;
    for (let index = 0; index < columns.length; index++) {
      const cell = cells[index];
      if (cell === undefined || cell === null) continue;
      row += toCell(cell, `${letters[index]}${number}`);
      if (typeof cell !== 'string' || cell.length <= excel.characters) continue;
      const message = `The cell has ${cell.length} characters; Excel shows at most ${excel.characters}.`;
      onWarning({ row: number - 1, column: columns[index] as string, message });
    }
    yield `${row}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function toCell(cell: Exclude<Cell, undefined | null>, reference: string): string {
  if (typeof cell === 'number' && isExact(cell)) return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return toTextCell(toCellText(cell), reference);
}

/** Numbers of more than 15 digits are stored as text: spreadsheets would round them. */
function isExact(number: number): boolean {
  return Number(number.toPrecision(15)) === number;
}

function toTextCell(text: string, reference: string, style = 0): string {
  const escaped = mayNeedEscape.test(text) ? escapeXmlText(escapeUnits(text, unfit)) : text;
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${reference}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/** Wide enough for the name, but no wider than a third of a screen. */
function widths(columns: readonly string[]): string {
  if (columns.length === 0) return '';
  const cols = columns.map((name, index) => {
    const width = Math.min(Math.max(name.length + 3, 12), 50);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${cols.join('')}</cols>`;
}

/** 0 → A, 26 → AA. */
function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
