import type { Cell, CellValue } from '../table.ts';
import { encodeXmlName, itemName, listItemName, rootName } from '../xml-names.ts';
import { nestColumns } from './nested-columns.ts';
import type { WrittenRow, WrittenRows } from './table-target.ts';
import { escapeXmlText, notInXml } from './xml-escape.ts';

/** An element with a cell, or with child elements. */
interface ElementNode {
  readonly tag: string;
  readonly column: number | null;
  readonly children: ElementNode[];
}

/**
 * `<products><product>…`: dotted columns are nested elements, lists have `<item>` elements, null is `xsi:nil`. Cells
 * that are `undefined` have no element. Texts with characters XML cannot represent are escaped as in a JSON string,
 * with the attribute `escaped="json"`.
 */
export async function* toXml(columns: readonly string[], rows: WrittenRows): AsyncGenerator<string> {
  const nodes = toElementTree(columns);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<${rootName} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n`;
  for await (const cells of rows) yield `<${itemName}>${toElements(nodes, cells)}</${itemName}>\n`;
  yield `</${rootName}>\n`;
}

function toElementTree(columns: readonly string[]): ElementNode[] {
  const root: ElementNode[] = [];
  const groups = new Map<string, ElementNode>();
  for (const [column, path] of nestColumns(columns).entries()) {
    let level = root;
    for (const [depth, key] of path.slice(0, -1).entries()) {
      const name = JSON.stringify(path.slice(0, depth + 1));
      let group = groups.get(name);
      if (group === undefined) {
        group = { tag: encodeXmlName(key), column: null, children: [] };
        groups.set(name, group);
        level.push(group);
      }
      level = group.children;
    }
    level.push({ tag: encodeXmlName(path.at(-1) as string), column, children: [] });
  }
  return root;
}

function toElements(nodes: readonly ElementNode[], cells: WrittenRow): string {
  let text = '';
  for (const { tag, column, children } of nodes) {
    if (column !== null) text += toElement(tag, cells[column]);
    else {
      const inner = toElements(children, cells);
      if (inner !== '') text += `<${tag}>${inner}</${tag}>`;
    }
  }
  return text;
}

function toElement(tag: string, value: Cell): string {
  if (value === undefined) return '';
  if (value === null) return `<${tag} xsi:nil="true"/>`;
  if (typeof value === 'string' && notInXml.test(value)) {
    return `<${tag} escaped="json">${escapeXmlText(toJsonText(value))}</${tag}>`;
  }
  const content = typeof value === 'object' ? toContent(value) : escapeXmlText(String(value));
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${tag}>`;
}

function toContent(value: readonly CellValue[] | { readonly [key: string]: CellValue }): string {
  if (Array.isArray(value)) return value.map((item: CellValue) => toElement(listItemName, item)).join('');
  return Object.entries(value)
    .map(([key, inner]: [string, CellValue]) => toElement(encodeXmlName(key), inner))
    .join('');
}

/** The content of a JSON string, without characters that XML cannot represent. */
function toJsonText(text: string): string {
  const unfit = new RegExp(notInXml, 'gu');
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped.replace(unfit, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
