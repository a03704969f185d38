import type { TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { readText } from '../file-text.ts';
import { ItemColumns, inspectItems, toItemRow } from '../items.ts';
import { JsonItemScanner } from './item-scanner.ts';

/**
 * A JSON list of objects: the document itself, its key `products`, or the list that `itemPath` names. Values keep their
 * types.
 */
export const jsonReader: TableReader = {
  inspect: (file, start) => inspectItems(readItems(file, start)),

  async *rows(file, layout) {
    const columns = new ItemColumns(layout.columns);
    let number = 0;
    for await (const item of readItems(file, layout)) yield toItemRow(++number, item, columns);
  },
};

async function* readItems(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<unknown> {
  const scanner = new JsonItemScanner(layout.itemPath);
  let number = 0;
  for await (const text of readText(file, layout)) {
    for (const item of scanner.feed(text)) yield parseItem(item, ++number);
  }
  scanner.end();
  if (!scanner.found) throw toNotFound(scanner, layout.itemPath);
}

function parseItem(text: string, row: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TableFileError(`The file is not JSON in row ${row}: ${(cause as Error).message}.`, { row, cause });
  }
}

function toNotFound({ lists, rootKeys }: JsonItemScanner, itemPath: string | null): TableFileError {
  const keys = rootKeys.map((key) => JSON.stringify(key)).join(', ');
  const found = rootKeys.length === 0 ? 'no list' : `an object with the keys ${keys}`;
  const wanted = itemPath === null ? 'a list of products or { "products": […] }' : `a list at ${itemPath}`;
  const hint = lists.size === 0 ? '' : ` Lists are at: ${[...lists].map((path) => path || '(the root)').join(', ')}.`;
  const message = `The file must contain ${wanted}; found ${found}.${hint} Name the list in itemPath.`;
  return new TableFileError(message, { field: itemPath === null ? 'file' : 'options.itemPath' });
}
