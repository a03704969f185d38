import type { Definitions, PlannedProduct } from '../../load-plan.ts';
import { noDefinitions } from '../../load-plan.ts';
import { readTable, type SourceRow, tablePath } from '../../source/source-folder.ts';
import type { CatalogReader, ReadOptions } from '../catalog-reader.ts';
import { imagePathsAttribute } from './columns.ts';
import { type MagentoScan, newScan, scanRow } from './scan.ts';
import { toProduct } from './to-product.ts';

/** A product export of Magento (one file). Prices are in the currency the options name. */
export const magento: CatalogReader = {
  name: 'magento',
  files: 'a products.csv with configurable_variations',
  async recognises(folder) {
    if (tablePath(folder, 'products') === null) return false;
    for await (const { cells } of readTable(folder, 'products', { onBadRow: () => {} })) {
      return 'sku' in cells && 'configurable_variations' in cells;
    }
    return false;
  },
  async read(options) {
    const scan = newScan();
    for await (const row of productRows(options, false)) scanRow(scan, row, options.ledger);
    reportColumns(scan, options);
    return {
      definitions: toDefinitions(scan),
      expectedProducts: scan.products,
      products: () => toProducts(scan, options),
    };
  },
};

function productRows({ folder, ledger }: ReadOptions, recordBadRows: boolean): AsyncGenerator<SourceRow> {
  return readTable(folder, 'products', {
    onBadRow({ table, message }) {
      if (!recordBadRows) return;
      ledger.countRow(table);
      ledger.add({ outcome: 'refused', reason: 'the row is malformed', subject: table, detail: message });
    },
  });
}

function reportColumns(scan: MagentoScan, { ledger, currency }: ReadOptions): void {
  for (const [subject, { rows, example }] of scan.otherColumns) {
    const reason = 'the API has no field for a column of settings';
    ledger.add({ outcome: 'left_out', reason, subject, detail: `${rows} rows, such as ${example}` });
  }
  const reason = 'the file does not say in which currency or unit: the workspace’s, or the requested one, is used';
  ledger.add({ outcome: 'adapted', reason, subject: 'price', detail: currency });
  ledger.add({ outcome: 'adapted', reason, subject: 'weight' });
}

function toDefinitions(scan: MagentoScan): Definitions {
  const imagePaths = { code: imagePathsAttribute, label: 'Image paths', type: 'textarea' } as const;
  return {
    ...noDefinitions,
    attributes: [...scan.attributes.toAttributes(), imagePaths],
    categories: scan.paths.categories,
    collections: scan.paths.collections,
  };
}

/** Parents first, because a variant must follow its parent; then all other rows in file order. */
async function* toProducts(scan: MagentoScan, options: ReadOptions): AsyncGenerator<PlannedProduct> {
  const { ledger } = options;
  const missing = new Set(scan.variants.keys());
  for (const parentsPass of [true, false]) {
    for await (const row of productRows(options, parentsPass)) {
      if ((row.cells.product_type === 'configurable') !== parentsPass) continue;
      ledger.countRow(row.table);
      missing.delete(row.cells.sku ?? '');
      const product = toProduct(row, scan, options);
      if (product !== null) yield product;
    }
  }
  for (const sku of missing) {
    const reason = 'a parent names a variant that has no row';
    ledger.add({ outcome: 'left_out', reason, subject: sku, detail: `parent ${scan.variants.get(sku)?.parent}` });
  }
}
