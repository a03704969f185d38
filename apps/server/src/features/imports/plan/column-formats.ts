import type { AmbiguousDates, AmbiguousNumbers } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import { type DateOrder, type DecimalSeparator, readingsOf, readingsOfDate } from '../../columns/index.ts';
import type { PlannedColumn } from '../rows/planned-columns.ts';

/** How the numbers and dates of a file are written, by the names of the columns whose cells show it. */
export interface FoundFormats {
  readonly separators: Readonly<Record<string, DecimalSeparator>>;
  readonly dateOrders: Readonly<Record<string, DateOrder>>;
}

/** The formats of a file's columns. */
export interface FileFormats extends FoundFormats {
  /** Columns with ambiguous numbers, and no other cell that decides between the readings. */
  readonly ambiguousNumbers: readonly AmbiguousNumbers[];
  /** The same for dates. */
  readonly ambiguousDates: readonly AmbiguousDates[];
  /** The first distinct texts of each column, by its position. */
  readonly samples: readonly (readonly string[])[];
}

/** The columns to examine. */
export interface WantedFormats {
  readonly numbers: boolean;
  readonly dates: boolean;
}

/** The most samples kept per column, and the longest, in characters. */
const maxSamples = 3;
const maxSampleText = 50;

/** Rows at the beginning of a file from which samples are taken. */
const sampledRows = 100;

/**
 * Reads all rows once to find out which decimal separator each column of numbers uses, and whether each column of dates
 * begins with the day or the month. Memory per column does not grow with the file. Cells that already are numbers
 * (JSON, spreadsheets) are ignored.
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

/** Most numbers have no separator, and need not be parsed. */
function addNumber(tally: ReadingTally<DecimalSeparator, number>, text: string): void {
  if (/[.,]/.test(text)) tally.add(text, readingsOf(text));
}

/** What the cells of one column say about two ways to read them. */
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

  /** The one reading that all cells agree on; null when no cell decides, or they contradict each other. */
  get only(): Way | null {
    const [first = null] = this.#seen;
    return this.#seen.size === 1 ? first : null;
  }

  /** Ambiguous cells, when no other cell decides between the readings. */
  get open() {
    return this.only === null ? this.#samples : [];
  }

  #addSample(text: string, readings: Readonly<Record<Way, Value>>): void {
    if (this.#samples.length === maxSamples || this.#samples.some((sample) => sample.text === text)) return;
    this.#samples.push({ text, readings });
  }
}
