import { limits } from '@product-content/contract';
import { unescapeUnits } from '../../escaped-units.ts';
import type { Cell, RowProblem } from '../../table.ts';
import { assertColumnCount } from '../bounds.ts';
import { type NumberMeaning, toIsoDate, toShownNumber } from './number-formats.ts';
import type { PartHandlers } from './read-part.ts';

/** A cell with a shared text, which is resolved late: a short row may refer to long texts. */
export class SharedText {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A row of a sheet with any content. */
export interface SheetRow<Value = Cell> {
  /** By column; sparse where a row has no cell. */
  readonly cells: readonly (Value | undefined)[];
  /** A cell whose formula failed or was never computed, or that does not fit into the row, by its column. */
  readonly error: { readonly column: number; readonly message: string } | null;
}

export type ScannedRow = SheetRow<Cell | SharedText>;

export interface SheetContext {
  readonly meanings: readonly NumberMeaning[];
  readonly from1904: boolean;
}

/** Some libraries write formulas without results. */
const notComputed = 'The formula of the cell has no result: open the file in a spreadsheet program and save it there.';

const { cell: maxLength } = limits.tableFile;

/** Collects the rows of a sheet while its XML is parsed. Ignores what the sheet says about its own size. */
export class SheetScanner implements PartHandlers {
  private readonly context: SheetContext;
  private rows: ScannedRow[] = [];
  private cells: (Cell | SharedText)[] = [];
  private error: SheetRow['error'] = null;
  private column = -1;
  private type = 'n';
  private style = 0;
  /** The content of the cell, in parts; null when it has no value. */
  private parts: string[] | null = null;
  private length = 0;
  private hasFormula = false;
  private collecting = false;
  private inPhonetic = false;

  constructor(context: SheetContext) {
    this.context = context;
  }

  /** Rows completed since the last call. */
  takeRows(): ScannedRow[] {
    const taken = this.rows;
    this.rows = [];
    return taken;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.cells = [];
      this.error = null;
      this.column = -1;
    } else if (name === 'c') {
      this.column = attributes.r === undefined ? this.column + 1 : columnOf(attributes.r, this.column);
      assertColumnCount(this.column + 1);
      this.type = attributes.t ?? 'n';
      this.style = Number(attributes.s ?? 0);
      this.parts = null;
      this.length = 0;
      this.hasFormula = false;
    } else if (name === 'f') this.hasFormula = true;
    else if (name === 'rPh') this.inPhonetic = true;
    else if (name === 'v' || (name === 't' && !this.inPhonetic)) {
      this.collecting = true;
      this.parts ??= [];
    }
  }

  text(text: string): void {
    // A text that is too long for a cell need not be complete.
    if (!this.collecting || this.length > maxLength) return;
    this.parts?.push(text);
    this.length += text.length;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.collecting = false;
    else if (name === 'rPh') this.inPhonetic = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row' && this.cells.some((cell) => cell !== undefined && cell !== '')) {
      this.rows.push({ cells: this.cells, error: this.error });
    }
  }

  private endCell(): void {
    const value = this.parts?.join('') ?? null;
    const isBlank = value === null || (this.type === 'n' && value.trim() === '');
    if (this.hasFormula && isBlank) this.error ??= { column: this.column, message: notComputed };
    if (value === null) return;
    this.cells[this.column] = this.toCell(value);
    if (this.type === 'e') {
      this.error ??= { column: this.column, message: `The formula of the cell failed: ${value}.` };
    }
    this.parts = null;
  }

  private toCell(value: string): Cell | SharedText {
    switch (this.type) {
      case 's':
        return new SharedText(Number(value));
      case 'str':
      case 'inlineStr':
        return unescapeUnits(value);
      case 'b':
        return value === '1' || value === 'true';
      case 'n':
        return value.trim() === '' ? undefined : this.toNumber(value);
      default:
        return value;
    }
  }

  private toNumber(value: string): Cell {
    const exact = Number(value);
    if (!Number.isFinite(exact)) return value;
    const number = toShownNumber(exact);
    const meaning = this.context.meanings[this.style];
    if (meaning?.kind === 'date') return toIsoDate(number, this.context.from1904) ?? number;
    if (meaning?.kind !== 'digits' || !Number.isInteger(number) || number < 0) return number;
    return value.padStart(meaning.zeros, '0');
  }
}

/** `BC12` → 54. Anything invalid is the column after the last one. */
function columnOf(reference: string, last: number): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~0x20;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + (code - 0x40);
    if (column > limits.tableFile.columns * 26) break;
  }
  return column === 0 ? last + 1 : column - 1;
}

export function toProblem(error: SheetRow['error'], columns: readonly string[]): RowProblem | undefined {
  return error === null ? undefined : { column: columns[error.column] ?? null, message: error.message };
}
