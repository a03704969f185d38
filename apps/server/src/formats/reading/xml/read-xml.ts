import type { TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { itemName, rootName } from '../../xml-names.ts';
import { readText } from '../file-text.ts';
import { ItemColumns, inspectItems, toItemRow } from '../items.ts';
import { ElementCounts } from './element-counts.ts';
import { XmlItemScanner } from './item-scanner.ts';
import { createXmlText } from './xml-text.ts';

/** The path of the items in documents that this server writes. */
const ownItemPath = `${rootName}.${itemName}`;

/**
 * The elements of an XML document that `itemPath` names; without it, those of a known kind of document, or those that
 * repeat. Values are texts, nulls, lists and objects.
 */
export const xmlReader: TableReader = {
  async inspect(file, start) {
    const itemPath = start.itemPath ?? (await findItems(file, start));
    return { ...(await inspectItems(readItems(file, { ...start, itemPath }))), itemPath };
  },

  async *rows(file, layout) {
    const columns = new ItemColumns(layout.columns);
    let number = 0;
    for await (const item of readItems(file, layout)) yield toItemRow(++number, item, columns);
  },
};

/** Reads the document until an element occurs at a known path, otherwise to its end, and counts its elements. */
async function findItems(file: TableFile, start: TableStart): Promise<string> {
  const counts = new ElementCounts();
  const xml = createXmlText({
    open: ({ name, attributes }) => counts.enter(name, Object.keys(attributes).length),
    text: () => undefined,
    close: () => counts.leave(),
    where: () => '',
  });
  const known = [ownItemPath, ...start.knownItemPaths];
  for await (const text of readText(file, start)) {
    xml.feed(text);
    const found = known.find((path) => counts.has(path));
    if (found !== undefined) return found;
  }
  xml.end();
  const paths = counts.seen.map(({ path }) => path);
  if (paths.join() === rootName) return ownItemPath;
  // A single product does not repeat anything.
  const found = counts.findItems() ?? paths.find((path) => path.endsWith(`.${itemName}`));
  if (found === undefined) throw toNotFound(counts, null);
  return found;
}

/** The elements of a document at a path, as values; possibly none. */
export async function* readElements(file: TableFile, layout: TableLayout, path: string): AsyncGenerator<unknown> {
  const scanner = new XmlItemScanner(path);
  for await (const text of readText(file, layout)) yield* scanner.feed(text);
  scanner.end();
}

async function* readItems(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<unknown> {
  const { itemPath } = layout;
  const scanner = new XmlItemScanner(itemPath ?? ownItemPath);
  for await (const text of readText(file, layout)) yield* scanner.feed(text);
  scanner.end();
  const [first, ...others] = scanner.outside.seen;
  const isEmptyList = itemPath === ownItemPath && first?.path === rootName && others.length === 0;
  if (scanner.items === 0 && !isEmptyList) throw toNotFound(scanner.outside, itemPath);
}

function toNotFound({ seen }: ElementCounts, itemPath: string | null): TableFileError {
  const found = seen
    .map(({ path, count }) => (count === 1 ? shortened(path) : `${shortened(path)} (${count} times)`))
    .join(', ');
  const missing = itemPath === null ? 'has no elements that repeat' : `has no <${itemPath}> elements`;
  const message = `The file ${missing}; found ${found}. Name the elements of the products in itemPath.`;
  return new TableFileError(message, { field: itemPath === null ? 'file' : 'options.itemPath' });
}

/** Elements may be nested deeply, and names may be long. */
function shortened(path: string): string {
  return path.length <= 100 ? path : `${path.slice(0, 99)}…`;
}
