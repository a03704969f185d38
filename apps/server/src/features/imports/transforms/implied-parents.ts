import type { Row } from '../../../formats/index.ts';
import { type RowGroup, transformGroups } from './row-groups.ts';
import { type RowShape, textAt } from './row-shape.ts';

/** How a file says which rows are variants of a product that has no row. */
export interface GroupColumns {
  /** The column that variants of one product share. */
  readonly group: number;
  readonly sku: number;
  readonly name: number;
  /** Columns whose values also go to the product. */
  readonly shared: readonly number[];
  /** Columns that may distinguish variants, with their labels. */
  readonly axes: ReadonlyMap<string, number>;
  /** The products already exist without variants, and become parents. */
  readonly turnsIntoParent?: boolean;
}

/**
 * Adds a parent before the variants of each group: the content of the first variant, with the columns that distinguish
 * them as its axes. The parent is implied: if it exists already, it is not changed.
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
    // A variant may have the same SKU as its group.
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

/** Whether all rows have a value in a column, and the values differ. */
function differ(rows: readonly Row[], position: number): boolean {
  const values = new Set(rows.map((row) => textAt(row, position)));
  return values.size > 1 && !values.has('');
}
