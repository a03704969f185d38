import type { Row } from '../../../formats/index.ts';
import { type RowGroup, transformGroups } from './row-groups.ts';
import { type RowShape, textAt } from './row-shape.ts';

/** How a file says which of its rows are variants of one product that it has no row of. */
export interface GroupColumns {
  /** What the variants of one product have in common. */
  readonly group: number;
  readonly sku: number;
  readonly name: number;
  /** Columns whose values the product has, too. */
  readonly shared: readonly number[];
  /** Columns in which variants may differ, with what they are called. */
  readonly axes: ReadonlyMap<string, number>;
  /** The products are there without variants, and become parents. */
  readonly turnsIntoParent?: boolean;
}

/**
 * Puts a parent before the variants of each group: what the first of them says, with the columns in which they differ as
 * its axes. The parent is implied: where it exists already, it stays as it is.
 */
export function createImpliedParents(
  shape: RowShape,
  { group, sku, name, shared, axes, turnsIntoParent = false }: GroupColumns,
): (rows: AsyncIterable<Row>) => AsyncGenerator<Row> {
  const type = shape.add('product type', 'type');
  const parent = shape.add('parent product', 'parent');
  const variantAxes = shape.add('variant axes', 'variantAxes');

  function* toFamily(members: RowGroup): Generator<Row> {
    const [first] = members;
    const key = textAt(first, group);
    if (key === '') {
      yield* members.map((row) => shape.copy(row));
      return;
    }
    // A variant may be called as its group is.
    const code = members.some((row) => textAt(row, sku) === key) ? `${key}-parent` : key;
    const isShared = (position: number) => shared.includes(position) || (position === name && !turnsIntoParent);
    const whole = shape.copy(first, isShared);
    whole.cells[sku] = code;
    whole.cells[type] = 'parent';
    whole.cells[variantAxes] = [...axes].flatMap(([axis, position]) => (differ(members, position) ? axis : []));
    yield { ...whole, isImplied: !turnsIntoParent };
    for (const row of members) {
      const variant = shape.copy(row);
      variant.cells[parent] = code;
      yield variant;
    }
  }

  return (rows) => transformGroups(rows, (row) => textAt(row, group) || `row ${row.number}`, toFamily);
}

/** Whether all rows have a value in a column, and not all the same. */
function differ(rows: readonly Row[], position: number): boolean {
  const values = new Set(rows.map((row) => textAt(row, position)));
  return values.size > 1 && !values.has('');
}
