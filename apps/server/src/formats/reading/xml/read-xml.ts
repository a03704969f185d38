import type { TableDocument, TableFile, TableInspection, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { itemName, rootName } from '../../xml-names.ts';
import { readText } from '../file-text.ts';
import { ItemColumns, inspectItems, toItemRow } from '../items.ts';
import { ElementCounts } from './element-counts.ts';
import { XmlItemScanner } from './item-scanner.ts';
import { createXmlText } from './xml-text.ts';

/** The path of the items in documents that this server writes. */
const ownItemPath = `${rootName}.${itemName}`;

/** One document, and where its items are. */
interface XmlDocument {
  readonly file: TableFile;
  readonly layout: Pick<TableLayout, 'compression' | 'itemPath'> & { detected: { encoding: string | null } };
}

/**
 * The elements of an XML document that `itemPath` names; without it, those of a known kind of document, or those that
 * repeat. Values are texts, nulls, lists and objects. Documents of an archive are read one after the other.
 */
export const xmlReader: TableReader = {
  async inspect(file, start) {
    if (start.documents !== undefined) return inspectDocuments(file, start);
    const itemPath = start.itemPath ?? (await findItems(file, start));
    return { ...(await inspectItems(readItems([{ file, layout: { ...start, itemPath } }]))), itemPath };
  },

  async *rows(file, layout) {
    const columns = new ItemColumns(layout.columns);
    let number = 0;
    for await (const item of readItems(documentsOf(file, layout))) yield toItemRow(++number, item, columns);
  },
};

function documentsOf(file: TableFile, layout: Pick<TableLayout, 'documents'> & XmlDocument['layout']): XmlDocument[] {
  if (layout.documents === undefined) return [{ file, layout }];
  return layout.documents.map(({ name, encoding, itemPath }) => ({
    file: { ...file, document: name },
    layout: { compression: null, itemPath, detected: { encoding } },
  }));
}

/** The documents of an archive that have items at known paths of one kind, in the order of these paths. */
async function inspectDocuments(file: TableFile, start: TableStart): Promise<TableInspection> {
  const found: TableDocument[] = [];
  for (const { name, encoding } of start.documents ?? []) {
    const layout = { ...start, detected: { ...start.detected, encoding } };
    const { known } = await countElements({ ...file, document: name }, layout);
    if (known !== null) found.push({ name, encoding, itemPath: known });
  }
  const places = knownPlaces(start);
  const documents = found.toSorted((a, b) => places.indexOf(a.itemPath) - places.indexOf(b.itemPath));
  const [first, ...others] = documents;
  if (first === undefined) {
    throw new TableFileError('The archive has no XML file of a known kind, and is no workbook; send the file itself.');
  }
  const stranger = others.find(({ itemPath }) => rootOf(itemPath) !== rootOf(first.itemPath));
  if (stranger !== undefined) {
    const names = [first, stranger].map(({ name }) => JSON.stringify(shortened(name))).join(' and ');
    throw new TableFileError(`The archive has files of several kinds, such as ${names}; send one of them.`);
  }
  const { itemPath } = first;
  const items = readItems(documentsOf(file, { ...start, documents }));
  return { ...(await inspectItems(items)), itemPath, documents };
}

const rootOf = (path: string) => path.slice(0, path.indexOf('.'));

const knownPlaces = ({ knownItemPaths }: TableStart) => [ownItemPath, ...knownItemPaths];

/** The path of the items: a known one, otherwise that of the elements that repeat. */
async function findItems(file: TableFile, start: TableStart): Promise<string> {
  const { counts, known } = await countElements(file, start);
  if (known !== null) return known;
  const paths = counts.seen.map(({ path }) => path);
  if (paths.join() === rootName) return ownItemPath;
  // A single product does not repeat anything.
  const found = counts.findItems() ?? paths.find((path) => path.endsWith(`.${itemName}`));
  if (found === undefined) throw toNotFound(counts, null);
  return found;
}

/** Reads the document until an element occurs at a known path, otherwise to its end, and counts its elements. */
async function countElements(
  file: TableFile,
  start: TableStart,
): Promise<{ readonly counts: ElementCounts; readonly known: string | null }> {
  const counts = new ElementCounts();
  const xml = createXmlText({
    open: ({ name }, attributes) => counts.enter(name, attributes),
    text: () => undefined,
    close: () => counts.leave(),
    where: () => '',
  });
  const places = knownPlaces(start);
  for await (const text of readText(file, start)) {
    xml.feed(text);
    const known = places.find((path) => counts.has(path));
    if (known !== undefined) return { counts, known };
  }
  xml.end();
  return { counts, known: null };
}

/** The elements at a path, as values; there may be none. */
export async function* readElements(file: TableFile, layout: TableLayout, path: string): AsyncGenerator<unknown> {
  for (const document of documentsOf(file, layout)) {
    const scanner = new XmlItemScanner(path);
    for await (const text of readText(document.file, document.layout)) yield* scanner.feed(text);
    scanner.end();
  }
}

async function* readItems(documents: readonly XmlDocument[]): AsyncGenerator<unknown> {
  for (const { file, layout } of documents) {
    const { itemPath } = layout;
    const scanner = new XmlItemScanner(itemPath ?? ownItemPath);
    for await (const text of readText(file, layout)) yield* scanner.feed(text);
    scanner.end();
    const [first, ...others] = scanner.outside.seen;
    const isEmptyList = itemPath === ownItemPath && first?.path === rootName && others.length === 0;
    if (scanner.items === 0 && !isEmptyList) throw toNotFound(scanner.outside, itemPath);
  }
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
