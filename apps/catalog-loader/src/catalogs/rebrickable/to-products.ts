import { SkuSchema } from '@product-content/contract';
import type { PlannedProduct } from '../../load-plan.ts';
import { readTable, type SourceRow, tablePath, whereIs } from '../../source/source-folder.ts';
import type { ReadOptions } from '../catalog-reader.ts';
import type { BrickColor } from './colors.ts';
import { cachedParts, ElementCache, inRuns } from './element-cache.ts';
import type { ElementIndex } from './elements.ts';
import { elementToProduct, partToProduct, setToProduct } from './to-product.ts';

/**
 * Rows of a table; empty when the folder does not contain it.
 *
 * @param recordBadRows whether to record malformed rows: tables are read more than once.
 */
export async function* rowsOf(
  name: string,
  { folder, ledger }: ReadOptions,
  recordBadRows: boolean,
): AsyncGenerator<SourceRow> {
  if (tablePath(folder, name) === null) return;
  yield* readTable(folder, name, {
    onBadRow({ table, message }) {
      if (!recordBadRows) return;
      ledger.countRow(table);
      ledger.add({ outcome: 'refused', reason: 'the row is malformed', subject: table, detail: message });
    },
  });
}

/** Each part followed by its elements, then the elements without a part, which are refused, then the sets. */
export async function* toProducts(
  elements: ElementIndex,
  colors: ReadonlyMap<string, BrickColor>,
  options: ReadOptions,
): AsyncGenerator<PlannedProduct> {
  const toVariant = (row: SourceRow) => elementToVariant(row, elements, colors, options);
  for await (const run of inRuns(rowsOf('parts', options, true), cachedParts)) {
    const numbers = run.map(({ cells }) => cells.part_num ?? '');
    const cache = await ElementCache.fill(numbers, rowsOf('elements', options, false));
    for (const part of run) {
      yield* countedProduct(part, options, (row) => partToProduct(row, elements));
      for (const element of cache.take(part.cells.part_num ?? '')) yield* countedProduct(element, options, toVariant);
    }
  }
  for await (const element of rowsOf('elements', options, true)) {
    if (!elements.isPart(element.cells.part_num ?? '')) yield* countedProduct(element, options, toVariant);
  }
  for await (const set of rowsOf('sets', options, true)) yield* countedProduct(set, options, setToProduct);
}

/** Counts a row and yields its product, if it becomes one. */
function* countedProduct(
  row: SourceRow,
  { ledger }: ReadOptions,
  toProduct: (row: SourceRow) => PlannedProduct | null,
): Generator<PlannedProduct> {
  ledger.countRow(row.table);
  const product = toProduct(row);
  if (product === null) return;
  if (SkuSchema.safeParse(product.sku).success) yield product;
  else {
    const reason = 'the SKU has characters the API does not accept';
    ledger.add({ outcome: 'refused', reason, subject: product.sku, where: whereIs(row) });
  }
}

function elementToVariant(
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
