import type { AmbiguousDates, AmbiguousNumbers } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import { type DateOrder, type DecimalSeparator, readingsOf, readingsOfDate } from '../../columns/index.ts';
import type { PlannedColumn } from '../rows/planned-columns.ts';

/** How the numbers and dates of a file are written, by the names of the columns whose cells tell it. */
export interface FoundFormats {
  readonly separators: Readonly<Record<string, DecimalSeparator>>;
  readonly dateOrders: Readonly<Record<string, DateOrder>>;
}

/** The formats of a file's columns. */
export interface FileFormats extends FoundFormats {
  /** Columns with numbers that can be read in two ways, and no other cell that settles them. */
  readonly ambiguousNumbers: readonly AmbiguousNumbers[];
  /** The same of dates. */
  readonly ambiguousDates: readonly AmbiguousDates[];
  /** The first different texts of each column, by its position. */
  readonly samples: readonly (readonly string[])[];
}

/** What is to be found out of a file. */
export interface WantedFormats {
  readonly numbers: boolean;
  readonly dates: boolean;
}

/** Most samples kept of a column, and characters of one. */
const maxSamples = 3;
const maxSampleText = 50;

/** Rows at the begin of a file that samples are taken of. */
const sampledRows = 100;

/**
 * Reads all rows once to find out, for each column of numbers, which decimal separator its texts are written with, and for
 * each column of dates, whether they begin with the day or the month. What is kept of a column does not grow with the file.
 * Cells that are numbers already (JSON, spreadsheets) are not looked at.
 *
 * @throws what reading the rows throws.
 */
export async function findColumnFormats(
  rows: AsyncIterable<Row>,
  columns: readonly PlannedColumn[],
  wanted: WantedFormats,
): Promise<FileFormats> {
  const numbers = columns.flatMap(({ position, name, column: { numberText } }) => {
    if (numberText === undefined || !wanted.numbers) return [];
    return [{ position, name, numberText, tally: new ReadingTally<DecimalSeparator, number>() }];
  });
  const dates = columns.flatMap(({ position, name, column: { holdsDates } }) => {
    if (holdsDates !== true || !wanted.dates) return [];
    return [{ position, name, tally: new ReadingTally<'day' | 'month', string>() }];
  });
  const samples: string[][] = [];
  let count = 0;
  for await (const { cells, problem } of rows) {
    if (isSliceOver()) await nextSlice();
    if (problem !== undefined) continue;
    if (++count <= sampledRows) addSamples(samples, cells);
    else if (numbers.length + dates.length === 0) break;
    for (const { position, numberText, tally } of numbers) {
      const cell = cells[position];
      if (typeof cell === 'string') addNumber(tally, numberText(cell));
    }
    for (const { position, tally } of dates) {
      const cell = cells[position];
      if (typeof cell === 'string') tally.add(cell, readingsOfDate(cell));
    }
  }
  return {
    separators: Object.fromEntries(numbers.flatMap(({ name, tally }) => (tally.only ? [[name, tally.only]] : []))),
    dateOrders: Object.fromEntries(dates.flatMap(({ name, tally }) => (tally.only ? [[name, tally.only]] : []))),
    ambiguousNumbers: numbers.flatMap(({ name, tally }) => {
      const open = tally.open.map(({ text, readings }) => ({ text, point: readings['.'], comma: readings[','] }));
      return open.length === 0 ? [] : [{ column: name, samples: open }];
    }),
    ambiguousDates: dates.flatMap(({ name, tally }) => {
      const open = tally.open.map(({ text, readings }) => ({
        text,
        dayFirst: readings.day,
        monthFirst: readings.month,
      }));
      return open.length === 0 ? [] : [{ column: name, samples: open }];
    }),
    samples,
  };
}

function addSamples(samples: string[][], cells: Row['cells']): void {
  for (const [position, cell] of cells.entries()) {
    if (cell === undefined || cell === null || cell === '') continue;
    const text = (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).trim().slice(0, maxSampleText);
    samples[position] ??= [];
    const known = samples[position];
    if (known.length < maxSamples && text !== '' && !known.includes(text)) known.push(text);
  }
}

/** Most numbers have no separator, and need not be read. */
function addNumber(tally: ReadingTally<DecimalSeparator, number>, text: string): void {
  if (/[.,]/.test(text)) tally.add(text, readingsOf(text));
}

/** What the cells of one column tell of two ways to read them. */
class ReadingTally<Way extends string, Value> {
  readonly #samples: { readonly text: string; readonly readings: Readonly<Record<Way, Value>> }[] = [];
  readonly #seen = new Set<Way>();

  add(text: string, readings: Readonly<Record<Way, Value | null>>): void {
    const [first, second] = (Object.keys(readings) as Way[]).filter((way) => readings[way] !== null);
    if (first === undefined) return;
    if (second === undefined) this.#seen.add(first);
    else if (readings[first] !== readings[second]) {
      this.#addSample(text.trim().slice(0, maxSampleText), readings as Readonly<Record<Way, Value>>);
    }
  }

  /** The one way that all cells agree on; null when none tells, or they contradict each other. */
  get only(): Way | null {
    const [first = null] = this.#seen;
    return this.#seen.size === 1 ? first : null;
  }

  /** Cells that can be read in both ways, when no other one settles them. */
  get open() {
    return this.only === null ? this.#samples : [];
  }

  #addSample(text: string, readings: Readonly<Record<Way, Value>>): void {
    if (this.#samples.length === maxSamples || this.#samples.some((sample) => sample.text === text)) return;
    this.#samples.push({ text, readings });
  }
}
