import type { SourceRow } from '../../source/source-folder.ts';
import { placeProduct } from './placement.ts';
import { associationsOf } from './product/associations.ts';
import { type IcecatSchema, listOf } from './schema/read-schema.ts';

/** What must be known about all products before the first one is sent; it does not grow with their number. */
export interface IcecatScan {
  /** Products that the rows become. */
  products: number;
  /** Rows with associations, which can only be sent once their products exist. */
  associations: number;
  /** Families of the products of each category. */
  readonly familiesByCategory: Map<string, Set<string>>;
  /** Categories that become collections. */
  readonly categoryCollections: Set<string>;
}

export const newScan = (): IcecatScan => ({
  products: 0,
  associations: 0,
  familiesByCategory: new Map(),
  categoryCollections: new Set(),
});

/** Records which definitions one row needs. */
export function scanRow(scan: IcecatScan, row: SourceRow, family: string, schema: IcecatSchema): void {
  scan.products++;
  if (associationsOf(row) !== null) scan.associations++;
  const { category, collections } = placeProduct(listOf(row.cells.categories), schema);
  for (const code of collections) scan.categoryCollections.add(code);
  if (category === null || !schema.families.has(family)) return;
  const families = scan.familiesByCategory.get(category) ?? new Set();
  scan.familiesByCategory.set(category, families.add(family));
}
