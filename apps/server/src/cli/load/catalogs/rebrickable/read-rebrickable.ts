import { SkuSchema } from '@product-content/contract';
import type { PlannedProduct } from '../../load-plan.ts';
import { readTable, readWholeTable, type SourceRow, tablePath, whereIs } from '../../source/source-folder.ts';
import type { CatalogReader, ReadOptions } from '../catalog-reader.ts';
import { type BrickColor, readColors } from './colors.ts';
import { toDefinitions } from './definitions.ts';
import { ElementIndex } from './elements.ts';
import { elementToProduct, partToProduct, setToProduct } from './to-product.ts';

/**
 * The tables of Rebrickable, plain or gzipped: parts, their elements (a part in a colour) as variants, and sets.
 * Part categories and themes become categories.
 */
export const rebrickable: CatalogReader = {
  name: 'rebrickable',
  recognises: async (folder) => tablePath(folder, 'parts') !== null && tablePath(folder, 'elements') !== null,
  async read(options) {
    const small = (name: string) => readWholeTable(options.folder, name, { onBadRow: leaveOut(options) });
    const colors = readColors(await small('colors'));
    const partNumbers = new Set<string>();
    const materials = new Set<string>();
    for await (const { cells } of rowsOf('parts', options, false)) {
      partNumbers.add(cells.part_num ?? '');
      if (cells.part_material) materials.add(cells.part_material);
    }
    const elements = new ElementIndex(partNumbers);
    for await (const row of rowsOf('elements', options, false)) elements.add(row);
    elements.close();
    let sets = 0;
    for await (const _ of rowsOf('sets', options, false)) sets++;
    const [themes, partCategories] = [await small('themes'), await small('part_categories')];
    reportColors(options);
    return {
      definitions: toDefinitions({ themes, partCategories, colors, materials }),
      expectedProducts: partNumbers.size + elements.count + sets,
      products: () => toProducts(elements, colors, options),
    };
  },
};

const leaveOut =
  ({ ledger }: ReadOptions) =>
  ({ table, message }: { table: string; message: string }) =>
    ledger.add({ outcome: 'left_out', reason: 'a row is not well-formed', subject: table, detail: message });

/** @param book whether rows that are not well-formed are booked; tables are read more than once. */
async function* rowsOf(name: string, { folder, ledger }: ReadOptions, book: boolean): AsyncGenerator<SourceRow> {
  if (tablePath(folder, name) === null) return;
  yield* readTable(folder, name, {
    onBadRow({ table, message }) {
      if (!book) return;
      ledger.countRow(table);
      ledger.add({ outcome: 'refused', reason: 'the row is not well-formed', subject: table, detail: message });
    },
  });
}

function reportColors({ ledger }: ReadOptions): void {
  for (const subject of ['num_parts', 'num_sets', 'y1', 'y2']) {
    const reason = 'statistics of colours have no place in the API';
    ledger.add({ outcome: 'left_out', reason, subject, where: 'colors.csv' });
  }
}

/** Parts, then their elements, then sets, each in the order of its table. */
async function* toProducts(
  elements: ElementIndex,
  colors: ReadonlyMap<string, BrickColor>,
  options: ReadOptions,
): AsyncGenerator<PlannedProduct> {
  const tables: [string, (row: SourceRow) => PlannedProduct | null][] = [
    ['parts', (row) => partToProduct(row, elements)],
    ['elements', (row) => toVariant(row, elements, colors, options)],
    ['sets', setToProduct],
  ];
  for (const [name, map] of tables) {
    for await (const row of rowsOf(name, options, true)) {
      options.ledger.countRow(row.table);
      const product = map(row);
      if (product !== null && hasValidSku(product, row, options)) yield product;
    }
  }
}

function toVariant(
  row: SourceRow,
  elements: ElementIndex,
  colors: ReadonlyMap<string, BrickColor>,
  { ledger }: ReadOptions,
): PlannedProduct | null {
  const { element_id = '', part_num = '', color_id = '' } = row.cells;
  const finding = { subject: element_id, where: whereIs(row) };
  if (!elements.isPart(part_num)) {
    ledger.add({ ...finding, outcome: 'refused', reason: 'the part of the element does not exist', detail: part_num });
    return null;
  }
  const color = colors.get(color_id);
  if (color === undefined) {
    ledger.add({
      ...finding,
      outcome: 'refused',
      reason: 'the colour of the element does not exist',
      detail: color_id,
    });
    return null;
  }
  const product = elementToProduct(row, color, elements);
  if (product.sku !== element_id) {
    const reason = 'a part has the number of the element: the element gets another SKU';
    ledger.add({ ...finding, outcome: 'adapted', reason, detail: product.sku });
  }
  return product;
}

function hasValidSku({ sku }: PlannedProduct, row: SourceRow, { ledger }: ReadOptions): boolean {
  if (SkuSchema.safeParse(sku).success) return true;
  const reason = 'the SKU has characters the API does not take';
  ledger.add({ outcome: 'refused', reason, subject: sku, where: whereIs(row) });
  return false;
}
