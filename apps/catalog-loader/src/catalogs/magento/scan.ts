import type { Ledger } from '../../report/ledger.ts';
import type { SourceRow } from '../../source/source-folder.ts';
import { AttributeScan } from './attribute-scan.ts';
import { CategoryPaths, parsePaths } from './category-paths.ts';
import { attributeColumns, handledColumns, ignoredAttributes } from './columns.ts';
import { type NamedVariant, parsePacked, parseVariations } from './packed-cells.ts';

/** The parent a variant belongs to and its axis values. */
export type VariantLink = NamedVariant & { readonly parent: string };

/** What must be known about all rows before the first product is sent. */
export interface MagentoScan {
  products: number;
  readonly attributes: AttributeScan;
  readonly paths: CategoryPaths;
  readonly variants: Map<string, VariantLink>;
  /** Columns that cannot be loaded: how many rows fill them, and an example. */
  readonly otherColumns: Map<string, { rows: number; example: string }>;
}

export const newScan = (): MagentoScan => ({
  products: 0,
  attributes: new AttributeScan(),
  paths: new CategoryPaths(),
  variants: new Map(),
  otherColumns: new Map(),
});

/** True for a row with the texts of a store view rather than a product. */
export const isStoreView = ({ cells }: SourceRow): boolean => Boolean(cells.store_view_code);

/** Records which definitions one row needs, and which variants it names. */
export function scanRow(scan: MagentoScan, row: SourceRow, ledger: Ledger): void {
  const { cells } = row;
  if (isStoreView(row)) return;
  scan.products++;
  scan.paths.place(parsePaths(cells.categories ?? ''));
  for (const [name, value] of packedAttributesOf(row)) scan.attributes.observe(name, value);
  for (const [column, name] of Object.entries(attributeColumns)) {
    const isList = column === 'product_websites';
    scan.attributes.observe(name, cells[column]?.replaceAll(',', '|') ?? '', isList ? 'list' : 'value');
  }
  for (const variant of parseVariations(cells.configurable_variations ?? '')) {
    const other = scan.variants.get(variant.sku);
    if (other !== undefined) {
      const reason = 'two parents name a variant: it belongs to the first';
      ledger.add({ outcome: 'adapted', reason, subject: variant.sku, detail: `${other.parent}, ${cells.sku}` });
      continue;
    }
    scan.variants.set(variant.sku, { ...variant, parent: cells.sku ?? '' });
    for (const [name, value] of variant.axes) scan.attributes.observe(name, value, 'axis');
  }
  for (const [column, value] of Object.entries(cells)) {
    if (value === '' || handledColumns.has(column)) continue;
    const seen = scan.otherColumns.get(column) ?? { rows: 0, example: value };
    scan.otherColumns.set(column, { ...seen, rows: seen.rows + 1 });
  }
}

/** The packed attributes of a row that are loaded. */
export function packedAttributesOf({ cells }: SourceRow): [string, string][] {
  return [...parsePacked(cells.additional_attributes ?? '')].filter(([name]) => !ignoredAttributes.has(name));
}
