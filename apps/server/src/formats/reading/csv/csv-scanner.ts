import { limits } from '@product-content/contract';
import { TableFileError } from '../../table-error.ts';

/** A line of a CSV text, or several lines if a cell is quoted. */
export interface CsvRecord {
  /** At most as many as a table may have columns; further ones are only counted. */
  readonly cells: string[];
  readonly count: number;
}

/** The position within a cell; `closing`: after a quote that ends the cell, or is half of an escaped one. */
type State = 'start' | 'plain' | 'quoted' | 'closing';

const { row: longest, columns: most } = limits.tableFile;

/** Characters up to which the search for the end of a cell costs more than reading it. */
const shortCell = 32;

const quote = '"';
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits CSV (RFC 4180) that arrives in pieces into records, as leniently as spreadsheets do: any line ending, even
 * mixed; a quote inside a cell that does not begin with one is a quote (`5" pipe`), and a cell that its quotes do not
 * enclose entirely is taken literally (`"x" y`). The size of a record is limited while it is read.
 */
export class CsvScanner {
  private readonly delimiter: number;
  private readonly hasHeader: boolean;
  private state: State = 'start';
  private cells: string[] = [];
  private count = 0;
  private cell = '';
  private hasEscapes = false;
  private length = 0;
  /** Records with any content; the first one is the header. */
  private filled = 0;
  /** Number of cells in the first record. */
  private width = 1;
  private ready: CsvRecord[] = [];
  /** Where cells of the current piece can end. */
  private ends: readonly Occurrences[] = [];

  /** @param delimiter one character. */
  constructor(delimiter: string, hasHeader = true) {
    this.delimiter = delimiter.charCodeAt(0);
    this.hasHeader = hasHeader;
  }

  /**
   * The records that end in this piece.
   *
   * @throws {TableFileError} when a record has more characters than a row may have.
   */
  feed(text: string): CsvRecord[] {
    this.ready = [];
    this.ends = [String.fromCharCode(this.delimiter), '\n', '\r'].map((end) => new Occurrences(text, end));
    for (let at = 0; at < text.length; ) at = this.step(text, at);
    return this.ready;
  }

  /**
   * The record that ends with the text.
   *
   * @throws {TableFileError} when a quote is never closed.
   */
  end(): CsvRecord[] {
    this.ready = [];
    if (this.state === 'quoted') throw this.refuse(`A quote that opens in ${this.where()} is never closed.`);
    if (this.state === 'closing') this.readBehindQuote('\n', 0);
    else if (this.state !== 'start' || this.count > 0) this.endRecord();
    return this.ready;
  }

  private step(text: string, at: number): number {
    if (this.state === 'start' && this.count === 0) {
      const end = endOfBlankLines(text, at);
      if (end > at) return end;
    }
    if (this.state === 'quoted') return this.readQuoted(text, at);
    if (this.state === 'closing') return this.readBehindQuote(text, at);
    if (this.state === 'start' && text[at] === quote) {
      this.state = 'quoted';
      return at + 1;
    }
    return this.readPlain(text, at);
  }

  /** Escaped quotes stay doubled until the cell ends: appending them one by one would take many times their space. */
  private readQuoted(text: string, at: number): number {
    let end = text.indexOf(quote, at);
    while (end >= 0 && text[end + 1] === quote) {
      this.hasEscapes = true;
      end = text.indexOf(quote, end + 2);
    }
    this.take(text, at, end < 0 ? text.length : end);
    if (end < 0) return text.length;
    this.state = 'closing';
    return end + 1;
  }

  private readBehindQuote(text: string, at: number): number {
    if (text[at] === quote) {
      this.hasEscapes = true;
      this.take('""', 0, 2);
      this.state = 'quoted';
      return at + 1;
    }
    if (this.hasEscapes) this.cell = this.cell.replaceAll('""', quote);
    // The quotes enclose only the beginning of the cell, so they are part of it.
    if (!this.endsCell(text.charCodeAt(at))) this.cell = `"${this.cell}"`;
    return this.readPlain(text, at);
  }

  private readPlain(text: string, at: number): number {
    const end = this.endOfPlain(text, at);
    this.take(text, at, end);
    this.state = 'plain';
    if (end === text.length) return end;
    if (text.charCodeAt(end) === this.delimiter) this.endCell();
    else this.endRecord();
    return end + 1;
  }

  /** Most cells are short; of a long one, only the beginning is read character by character. */
  private endOfPlain(text: string, at: number): number {
    const near = Math.min(at + shortCell, text.length);
    let end = at;
    while (end < near && !this.endsCell(text.charCodeAt(end))) end++;
    return end < near || end === text.length ? end : Math.min(...this.ends.map((each) => each.after(end)));
  }

  private endsCell(code: number): boolean {
    return code === this.delimiter || code === lineFeed || code === carriageReturn;
  }

  /** Content that does not fit into the row is counted and dropped. */
  private take(text: string, from: number, to: number): void {
    this.length += to - from;
    if (this.length > longest) {
      const cell = `cell ${this.count + 1}`;
      const hint = 'is a quote never closed?';
      throw this.refuse(`In ${this.where()}, ${cell}, more than ${longest} characters have no end; ${hint}`);
    }
    if (this.count < most) this.cell += text.slice(from, to);
  }

  private endCell(): void {
    if (this.count < most) this.cells.push(this.cell);
    this.count++;
    // The delimiter counts too, because a row of delimiters may also be endless.
    this.length++;
    this.cell = '';
    this.hasEscapes = false;
    this.state = 'start';
  }

  private endRecord(): void {
    this.endCell();
    const { cells, count } = this;
    const isBlankLine = count === 1 && this.width > 1 && cells[0]?.trim() === '';
    if (count > most || (!isBlankLine && cells.some((cell) => cell !== ''))) {
      if (this.filled === 0) this.width = count;
      this.filled++;
      this.ready.push({ cells, count });
    }
    this.cells = [];
    this.count = 0;
    this.length = 0;
  }

  private where(): string {
    return this.row === 0 ? 'the header' : `row ${this.row}`;
  }

  /** The row being read; 0 is the header. */
  private get row(): number {
    return this.hasHeader ? this.filled : this.filled + 1;
  }

  private refuse(message: string): TableFileError {
    return new TableFileError(message, this.row === 0 ? {} : { row: this.row });
  }
}

/** The places of a character in a text, each searched for once. */
class Occurrences {
  private readonly text: string;
  private readonly character: string;
  private next = -1;

  constructor(text: string, character: string) {
    this.text = text;
    this.character = character;
  }

  /** The first one from a place on, which is not before that of an earlier call; the end of the text without one. */
  after(at: number): number {
    if (this.next < at) {
      const found = this.text.indexOf(this.character, at);
      this.next = found < 0 ? this.text.length : found;
    }
    return this.next;
  }
}

/** Empty lines are not records; this also covers the line feed after a carriage return. */
function endOfBlankLines(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); code === lineFeed || code === carriageReturn; ) code = text.charCodeAt(++end);
  return end;
}
