import type { Cell, Row } from '../../../formats/index.ts';
import { invalidFields } from '../../../kernel/index.ts';
import { foldHeader } from '../../columns/index.ts';
import { toLabel } from '../plan/new-attribute.ts';
import type { OpenTransform } from './row-transform.ts';

/** The columns of rows that a transformation gives: those of the file, and some of its own behind them. */
export class RowShape {
  readonly columns: string[];
  /** What the columns are that the mapping does not have to name. */
  readonly targets: Record<string, string> = {};
  readonly #positions = new Map<string, number>();

  constructor(columns: readonly string[]) {
    this.columns = [...columns];
    for (const [position, name] of columns.entries()) {
      const folded = foldColumn(name);
      if (!this.#positions.has(folded)) this.#positions.set(folded, position);
    }
  }

  /** The position of a column of the file, in whatever spelling; -1 when it has none. */
  find(name: string): number {
    return this.#positions.get(foldColumn(name)) ?? -1;
  }

  /** @throws ApiError `validation_failed` at `options.transform` when the file has no such column. */
  require(name: string): number {
    const position = this.find(name);
    if (position >= 0) return position;
    throw invalidFields({ 'options.transform': `The transformation needs a column ${JSON.stringify(name)}.` });
  }

  /** Adds a column. One that the file has under the same name keeps it; the new one gets a number. */
  add(name: string, target: string): number {
    let unique = name;
    for (let count = 2; this.columns.includes(unique); count++) unique = `${name}#${count}`;
    this.targets[unique] = target;
    return this.columns.push(unique) - 1;
  }

  /** A row of this shape with the cells of another one that a predicate chooses, all without one. */
  copy({ cells, ...row }: Row, isTaken: (position: number) => boolean = () => true): ShapedRow {
    return { ...row, cells: Array.from(this.columns, (_, position) => (isTaken(position) ? cells[position] : '')) };
  }
}

/** A transformation that makes one row of each; rows that cannot be read stay as they are. */
export function mapRows({ columns, targets }: RowShape, toRow: (row: Row) => Row): OpenTransform {
  return {
    columns,
    targets,
    async *rows(source) {
      for await (const row of source) yield row.problem === undefined ? toRow(row) : row;
    },
  };
}

/** A row whose cells can still be set. */
export type ShapedRow = Omit<Row, 'cells'> & { cells: Cell[] };

/** The text of a cell, trimmed; empty when it has none. */
export function textAt({ cells }: Pick<Row, 'cells'>, position: number): string {
  const cell = cells[position];
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : '';
}

/** `g:image_link` and `image link` are one column: the prefix of Google and what separates words mean nothing. */
export function foldColumn(name: string): string {
  return foldHeader(toLabel(name));
}
