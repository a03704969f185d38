import { limits } from '@product-content/contract';
import type { SaxesTagPlain } from 'saxes';
import { TableFileError } from '../../table-error.ts';
import { tooManyValues } from '../bounds.ts';
import { BrokenItem } from '../items.ts';
import { MixedContent, toElement, toValue, type XmlElement } from './element.ts';
import { ElementCounts } from './element-counts.ts';
import { createXmlText, type XmlText } from './xml-text.ts';

const { row: longest, values: most } = limits.tableFile;

/** Extracts the items from an XML document that arrives in chunks; one item is in memory at a time. */
export class XmlItemScanner {
  items = 0;
  /** Elements outside of items. */
  readonly outside = new ElementCounts();
  private readonly itemPath: string;
  private readonly xml: XmlText;
  private readonly path: string[] = [];
  /** Length of the path in characters, with a dot after each name. */
  private pathLength = 0;
  private readonly elements: XmlElement[] = [];
  private length = 0;
  private values = 0;
  private ready: unknown[] = [];

  /** @param itemPath dotted path from the root, with or without the root itself, or the name of an element. */
  constructor(itemPath: string) {
    this.itemPath = itemPath;
    this.xml = createXmlText({
      open: (tag, attributes) => this.open(tag, attributes),
      text: (text) => this.text(text),
      close: () => this.close(),
      where: () => (this.elements.length > 0 ? `in row ${this.items + 1}` : ''),
    });
  }

  /** The items that end in this chunk. */
  feed(text: string): unknown[] {
    this.ready = [];
    this.xml.feed(text);
    return this.ready;
  }

  end(): void {
    this.xml.end();
  }

  private open(tag: SaxesTagPlain, attributes: number): void {
    const parent = this.elements.at(-1);
    if (parent === undefined) {
      this.path.push(tag.name);
      this.pathLength += tag.name.length + 1;
      if (!this.isItem()) {
        this.outside.enter(tag.name, attributes);
        return;
      }
    }
    const element = toElement(tag, attributes);
    let length = tag.name.length;
    for (const name in element.attributes) length += name.length + (element.attributes[name] as string).length;
    this.grow(length, 1 + attributes);
    parent?.children.push(element);
    this.elements.push(element);
  }

  private text(text: string): void {
    const element = this.elements.at(-1);
    if (element === undefined) return;
    // White space between elements is not content.
    if (element.children.length > 0 && text.trim() === '') return;
    this.grow(text.length, 1);
    element.text += text;
  }

  private close(): void {
    const element = this.elements.pop();
    if (element !== undefined && this.elements.length > 0) return;
    this.pathLength -= (this.path.pop()?.length ?? 0) + 1;
    if (element === undefined) {
      this.outside.leave();
      return;
    }
    this.items++;
    this.length = 0;
    this.values = 0;
    this.ready.push(toItem(element));
  }

  /** The path is only joined if its length matches: paths may be long, and elements many. */
  private isItem(): boolean {
    const { path, itemPath, pathLength } = this;
    if (path.at(-1) === itemPath) return true;
    const [root = ''] = path;
    if (pathLength - 1 === itemPath.length) return path.join('.') === itemPath;
    return pathLength - root.length - 2 === itemPath.length && path.slice(1).join('.') === itemPath;
  }

  private grow(characters: number, values: number): void {
    const row = this.items + 1;
    this.length += characters;
    if (this.length > longest) {
      throw new TableFileError(`The XML has more than ${longest} characters in row ${row}.`, { row });
    }
    this.values += values;
    if (this.values > most) throw tooManyValues('elements, attributes and texts', row);
  }
}

function toItem(element: XmlElement): unknown {
  try {
    const value = toValue(element);
    // An item without any child element is still an item.
    return value === '' ? {} : value;
  } catch (error) {
    if (error instanceof MixedContent) return new BrokenItem(error.message);
    throw error;
  }
}
