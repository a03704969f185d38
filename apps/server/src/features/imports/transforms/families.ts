import { newAxisTarget } from '@product-content/contract';
import type { Cell, Row } from '../../../formats/index.ts';
import { toSkuPart } from '../../columns/index.ts';
import type { RowShape, ShapedRow } from './row-shape.ts';

export const newAxis = `${newAxisTarget}text`;

/** A product of a file, with the rows of its variants. */
export interface Family {
  /** The row with the content that the variants share. */
  readonly first: Row;
  /** Identifies the product as a whole. */
  readonly key: string;
  /** Names of the options that distinguish the variants; empty for a product without variants. */
  readonly options: readonly string[];
  readonly variants: readonly FamilyVariant[];
  /** Images of the product; undefined keeps the cell of its row. */
  readonly images?: Cell;
}

/** A row that is a variant, or the product itself. */
export interface FamilyVariant {
  readonly row: Row;
  /** If empty, a SKU is made of the key and the values. */
  readonly sku: string;
  /** In the order of the options. */
  readonly values: readonly string[];
  readonly images?: Cell;
}

export interface FamilyColumns {
  /** Positions in the rows of the file. */
  readonly sku: number;
  readonly images: number;
  /** Whether a column describes the variant of its row rather than the product. */
  isOfVariant(position: number): boolean;
  /** All options of the file. */
  readonly options: Iterable<string>;
}

/** Makes the rows of families: a parent and its variants, or a simple product. Adds the columns these need. */
export function createFamilyRows(shape: RowShape, columns: FamilyColumns): (family: Family) => Generator<Row> {
  const type = shape.add('product type', 'type');
  const parent = shape.add('parent product', 'parent');
  const axes = shape.add('variant axes', 'variantAxes');
  const options = new Map([...columns.options].map((name) => [name, shape.add(name, newAxis)]));

  const finish = (row: ShapedRow, sku: string, images: Cell): ShapedRow => {
    row.cells[columns.sku] = sku;
    if (images !== undefined && columns.images >= 0) row.cells[columns.images] = images;
    return row;
  };

  return function* ({ first, key, options: names, variants, images }) {
    const [only] = variants;
    if (names.length === 0 && variants.length <= 1) {
      yield finish(shape.copy(first), only?.sku || toSkuPart(key), images);
      return;
    }
    const skus = variants.map(({ sku, values }) => sku || [key, ...values].map(toSkuPart).join('-'));
    const own = toSkuPart(key);
    // A variant may have the same SKU as the product.
    const family = skus.includes(own) ? `${own}-parent` : own;
    const whole = shape.copy(first, (position) => !columns.isOfVariant(position));
    whole.cells[type] = 'parent';
    whole.cells[axes] = [...names];
    yield finish(whole, family, images);
    for (const [index, { row, values, images: ofVariant = '' }] of variants.entries()) {
      const variant = shape.copy(row, columns.isOfVariant);
      variant.cells[type] = 'variant';
      variant.cells[parent] = family;
      for (const [at, name] of names.entries()) variant.cells[options.get(name) as number] = values[at] ?? '';
      yield finish(variant, skus[index] as string, ofVariant);
    }
  };
}
