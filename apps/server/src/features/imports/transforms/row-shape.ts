import type { Cell, Row } from '../../../formats/index.ts';
import { invalidFields } from '../../../kernel/index.ts';
import { foldHeader } from '../../columns/index.ts';
import { toLabel } from '../plan/new-attribute.ts';
import type { OpenTransform } from './row-transform.ts';

/** The columns of transformed rows: those of the file, followed by added ones. */
export class RowShape {
  readonly columns: string[];
  /** Targets of columns that the mapping need not name. */
  readonly targets: Record<string, string> = {};
  readonly #positions = new Map<string, number>();

  constructor(columns: readonly string[]) {
    this.columns = [...columns];
    for (const [position, name] of columns.entries()) {
      const folded = foldColumn(name);
      if (!this.#positions.has(folded)) this.#positions.set(folded, position);
    }
  }

  /** The position of a column of the file, in any spelling; -1 when there is none. */
  find(name: string): number {
    return this.#positions.get(foldColumn(name)) ?? -1;
  }

  /** @throws ApiError `validation_failed` at `options.transform` when the file has no such column. */
  require(name: string): number {
    const position = this.find(name);
    if (position >= 0) return position;
    throw invalidFields({ 'options.transform': `The transformation needs a column ${JSON.stringify(name)}.` });
  }

  /** Adds a column. If the file has a column with the same name, the new one gets a number. */
  add(name: string, target: string): number {
    let unique = name;
    for (let count = 2; this.columns.includes(unique); count++) unique = `${name}#${count}`;
    this.targets[unique] = target;
    return this.columns.push(unique) - 1;
  }

  /** A row of this shape with the cells of another row that the predicate selects; by default, all. */
  copy({ cells, ...row }: Row, isTaken: (position: number) => boolean = () => true): ShapedRow {
    return { ...row, cells: Array.from(this.columns, (_, position) => (isTaken(position) ? cells[position] : '')) };
  }
}

/** A transformation that makes one row of each; unreadable rows are passed through. */
export function mapRows({ columns, targets }: RowShape, toRow: (row: Row) => Row): OpenTransform {
  return {
    columns,
    targets,
    async *rows(source) {
      for await (const row of source) yield row.problem === undefined ? toRow(row) : row;
    },
  };
}

/** A row whose cells can still be changed. */
export type ShapedRow = Omit<Row, 'cells'> & { cells: Cell[] };

/** The trimmed text of a cell; empty when there is none. */
export function textAt({ cells }: Pick<Row, 'cells'>, position: number): string {
  const cell = cells[position];
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : '';
}

/** `g:image_link` and `image link` are the same column: Google's prefix and word separators have no meaning. */
export function foldColumn(name: string): string {
  return foldHeader(toLabel(name));
}
