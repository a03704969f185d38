import type { AmbiguousNumbers } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import { type DecimalSeparator, isAmbiguous, readingsOf } from '../../columns/index.ts';
import type { PlannedColumn } from '../rows/planned-columns.ts';

/** How the numbers of a file are written. */
export interface FileNumbers {
  /** The decimal separator of each column whose cells tell it, by the column's name. */
  readonly separators: Readonly<Record<string, DecimalSeparator>>;
  /** Columns with numbers that can be read in two ways, which no other cell of theirs settles. */
  readonly ambiguous: readonly AmbiguousNumbers[];
}

/** Most samples kept of a column, and characters of one. */
const maxSamples = 3;
const maxSampleText = 50;

/**
 * Reads all rows once to find out, for each column of numbers, which decimal separator its texts are written with. What
 * is kept of a column does not grow with the file. Cells that are numbers already (JSON, spreadsheets) are not looked at.
 *
 * @throws what reading the rows throws.
 */
export async function findDecimalSeparators(
  rows: AsyncIterable<Row>,
  columns: readonly PlannedColumn[],
): Promise<FileNumbers> {
  const tallies = columns.flatMap(({ position, name, column: { numberText } }) =>
    numberText === undefined ? [] : [{ position, name, numberText, tally: new SeparatorTally() }],
  );
  if (tallies.length === 0) return { separators: {}, ambiguous: [] };
  for await (const { cells, problem } of rows) {
    if (isSliceOver()) await nextSlice();
    if (problem !== undefined) continue;
    for (const { position, numberText, tally } of tallies) {
      const cell = cells[position];
      if (typeof cell === 'string') tally.add(numberText(cell));
    }
  }
  return {
    separators: Object.fromEntries(
      tallies.flatMap(({ name, tally }) => (tally.separator && [[name, tally.separator]]) || []),
    ),
    ambiguous: tallies.flatMap(({ name, tally }) => (tally.isOpen ? [{ column: name, samples: tally.samples }] : [])),
  };
}

/** What the cells of one column tell. */
class SeparatorTally {
  readonly samples: AmbiguousNumbers['samples'] = [];
  readonly #seen = new Set<DecimalSeparator>();

  add(text: string): void {
    if (!/[.,]/.test(text)) return;
    const readings = readingsOf(text);
    if (isAmbiguous(readings)) this.#addSample(text.trim().slice(0, maxSampleText), readings);
    else if (readings['.'] !== null && readings[','] === null) this.#seen.add('.');
    else if (readings[','] !== null && readings['.'] === null) this.#seen.add(',');
  }

  /** The one that all cells agree on; null when none tells, or they contradict each other. */
  get separator(): DecimalSeparator | null {
    const [first = null] = this.#seen;
    return this.#seen.size === 1 ? first : null;
  }

  get isOpen(): boolean {
    return this.samples.length > 0 && this.separator === null;
  }

  #addSample(text: string, { '.': point, ',': comma }: Readonly<Record<DecimalSeparator, number>>): void {
    if (this.samples.length === maxSamples || this.samples.some((sample) => sample.text === text)) return;
    this.samples.push({ text, point, comma });
  }
}
