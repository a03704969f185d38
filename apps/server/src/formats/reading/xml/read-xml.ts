import type { TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { itemName, rootName } from '../../xml-names.ts';
import { readText } from '../file-text.ts';
import { ItemColumns, inspectItems, toItemRow } from '../items.ts';
import { XmlItemScanner } from './item-scanner.ts';

/** The `product` elements of an XML document, or those `itemPath` names. Values are texts, nulls, lists and objects. */
export const xmlReader: TableReader = {
  inspect: (file, start) => inspectItems(readItems(file, start)),

  async *rows(file, layout) {
    const columns = new ItemColumns(layout.columns);
    let number = 0;
    for await (const item of readItems(file, layout)) yield toItemRow(++number, item, columns);
  },
};

async function* readItems(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<unknown> {
  const scanner = new XmlItemScanner(layout.itemPath ?? itemName);
  for await (const text of readText(file, layout)) yield* scanner.feed(text);
  scanner.end();
  const [first, ...others] = scanner.outside.seen;
  const emptyList = layout.itemPath === null && first?.path === rootName && others.length === 0;
  if (scanner.items === 0 && !emptyList) throw toNotFound(scanner, layout.itemPath);
}

function toNotFound({ outside }: XmlItemScanner, itemPath: string | null): TableFileError {
  const found = outside.seen.map(({ path, count }) => (count === 1 ? path : `${path} (${count} times)`)).join(', ');
  const message = `The file has no <${itemPath ?? itemName}> elements; found ${found}. Name them in itemPath.`;
  return new TableFileError(message, { field: itemPath === null ? 'file' : 'options.itemPath' });
}
