import { limits } from '@product-content/contract';
import type { SaxesTagPlain } from 'saxes';
import { TableFileError } from '../../table-error.ts';
import { BrokenItem } from '../items.ts';
import { MixedContent, toElement, toValue, type XmlElement } from './element.ts';
import { createXmlText, type XmlText } from './xml-text.ts';

const { row: longest } = limits.tableFile;

/** Cuts the items out of an XML document that arrives in chunks; one item is in memory at a time. */
export class XmlItemScanner {
  items = 0;
  /** Paths of elements outside of items with how often they were seen, the first ones. */
  readonly seen = new Map<string, number>();
  private readonly itemPath: string;
  private readonly xml: XmlText;
  private readonly path: string[] = [];
  private readonly elements: XmlElement[] = [];
  private length = 0;
  private ready: unknown[] = [];

  /** @param itemPath dotted path from the root, with or without the root itself, or the name of an element. */
  constructor(itemPath: string) {
    this.itemPath = itemPath;
    this.xml = createXmlText({
      open: (tag) => this.open(tag),
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

  private open(tag: SaxesTagPlain): void {
    const parent = this.elements.at(-1);
    if (parent === undefined) {
      this.path.push(tag.name);
      if (!this.isItem()) {
        this.see();
        return;
      }
    }
    const element = toElement(tag);
    const attributes = Object.entries(tag.attributes);
    this.grow(tag.name.length + attributes.reduce((sum, [name, value]) => sum + name.length + value.length, 0));
    parent?.children.push(element);
    this.elements.push(element);
  }

  private text(text: string): void {
    const element = this.elements.at(-1);
    if (element === undefined) return;
    this.grow(text.length);
    element.text += text;
  }

  private close(): void {
    const element = this.elements.pop();
    if (element !== undefined && this.elements.length > 0) return;
    this.path.pop();
    if (element === undefined) return;
    this.items++;
    this.length = 0;
    this.ready.push(toItem(element));
  }

  private isItem(): boolean {
    const { path, itemPath } = this;
    return path.at(-1) === itemPath || path.join('.') === itemPath || path.slice(1).join('.') === itemPath;
  }

  private see(): void {
    const path = this.path.join('.');
    const times = this.seen.get(path) ?? 0;
    if (times > 0 || this.seen.size < 10) this.seen.set(path, times + 1);
  }

  private grow(by: number): void {
    this.length += by;
    if (this.length <= longest) return;
    throw new TableFileError(`The XML has more than ${longest} characters in row ${this.items + 1}.`, {
      row: this.items + 1,
    });
  }
}

function toItem(element: XmlElement): unknown {
  try {
    const value = toValue(element);
    // An item without any element is an item all the same.
    return value === '' ? {} : value;
  } catch (error) {
    if (error instanceof MixedContent) return new BrokenItem(error.message);
    throw error;
  }
}
