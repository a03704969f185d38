import { readWholeTable, tablePath } from '../../source/source-folder.ts';
import type { CatalogReader, ReadOptions } from '../catalog-reader.ts';
import { readColors } from './colors.ts';
import { toDefinitions } from './definitions.ts';
import { ElementIndex } from './elements.ts';
import { rowsOf, toProducts } from './to-products.ts';

/**
 * The tables of Rebrickable, plain or gzipped: parts, their elements (a part in a colour) as variants, and sets.
 * Part categories and themes become categories.
 */
export const rebrickable: CatalogReader = {
  name: 'rebrickable',
  files: 'parts.csv with elements.csv',
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
    ledger.add({ outcome: 'left_out', reason: 'a row is malformed', subject: table, detail: message });

function reportColors({ ledger }: ReadOptions): void {
  for (const subject of ['num_parts', 'num_sets', 'y1', 'y2']) {
    const reason = 'the API has no field for statistics of colours';
    ledger.add({ outcome: 'left_out', reason, subject, where: 'colors.csv' });
  }
}
