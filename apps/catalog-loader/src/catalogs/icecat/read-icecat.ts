import { tablePath } from '../../source/source-folder.ts';
import type { CatalogReader } from '../catalog-reader.ts';
import { toDefinitions } from './definitions.ts';
import { isSubModel } from './models.ts';
import { newScan, scanRow } from './scan.ts';
import { readSchema } from './schema/read-schema.ts';
import { familyOf, productRows, toProducts } from './to-products.ts';

/**
 * The Icecat demo catalog, in the files that Akeneo exports. Texts, category tree and required attributes come from the
 * channel `ecommerce`, or if missing there from `print` and then `mobile`. Models of two levels become one: the root
 * model is the parent, with the axes of both levels, and a sub-model is merged into its variants.
 */
export const icecat: CatalogReader = {
  name: 'icecat',
  files: 'product_models.csv with families.csv',
  recognises: async (folder) => tablePath(folder, 'product_models') !== null && tablePath(folder, 'families') !== null,
  async read(options) {
    const schema = await readSchema(options);
    const scan = newScan();
    for (const model of schema.models.values()) {
      if (!isSubModel(model)) scanRow(scan, model, familyOf(model, schema), schema);
    }
    for await (const row of productRows(options, false)) scanRow(scan, row, row.cells.family ?? '', schema);
    return {
      definitions: toDefinitions(schema, scan, options.workspace),
      expectedProducts: scan.products + scan.associations,
      products: () => toProducts(schema, options, scan.associations > 0),
    };
  },
};
