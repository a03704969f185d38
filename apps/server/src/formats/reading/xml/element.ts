import type { SaxesTagPlain } from 'saxes';
import type { CellValue } from '../../table.ts';
import { decodeXmlName, listItemName } from '../../xml-names.ts';

/** An element of an item while it is read. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** An item whose content has no place in cells. */
export class MixedContent extends Error {}

export const toElement = ({ name, attributes }: SaxesTagPlain): XmlElement => ({
  name,
  attributes,
  children: [],
  text: '',
});

/**
 * An element as a value: `xsi:nil` is null, an element without children its text, one whose children are all called
 * `item` a list, any other an object. A repeated child is a list under its name; an attribute is a value below its
 * element's name.
 *
 * @throws {MixedContent} when an element has text between its elements.
 */
export function toValue(element: XmlElement): CellValue {
  if (element.attributes['xsi:nil'] === 'true') return null;
  const attributes = ownAttributes(element);
  if (element.children.length === 0) {
    const text = textOf(element);
    return attributes.length === 0
      ? text
      : Object.fromEntries([...(text === '' ? [] : [['value', text]]), ...attributes]);
  }
  if (element.text.trim() !== '') {
    const message = `The element <${element.name}> has text between its elements; put markup into CDATA or escape it.`;
    throw new MixedContent(message);
  }
  if (attributes.length === 0 && element.children.every(({ name }) => name === listItemName)) {
    return element.children.map(toValue);
  }
  return Object.fromEntries([...attributes, ...toEntries(element.children)]);
}

/** Attributes of an element with a text stay beside it: `<price currency="EUR">1</price>` → `price`, `price.currency`. */
function toEntries(children: readonly XmlElement[]): [string, CellValue][] {
  const byName = Map.groupBy(children, ({ name }) => name);
  return [...byName].flatMap(([encoded, elements]): [string, CellValue][] => {
    const name = decodeXmlName(encoded);
    const [first] = elements as [XmlElement];
    if (elements.length > 1) return [[name, elements.map(toValue)]];
    const attributes = ownAttributes(first);
    if (attributes.length === 0 || first.children.length > 0 || first.text === '') return [[name, toValue(first)]];
    return [[name, textOf(first)], ...attributes.map(([key, value]): [string, CellValue] => [`${name}.${key}`, value])];
  });
}

/** The attributes that are content: not those that say how to read the element. */
function ownAttributes({ attributes }: XmlElement): [string, string][] {
  const own = Object.entries(attributes).filter(([name]) => name !== 'escaped' && !/^(xmlns|xml|xsi)(:|$)/.test(name));
  return own.map(([name, value]) => [decodeXmlName(name), value]);
}

/** Characters XML cannot hold are written as in JSON, and said to be. */
function textOf({ text, attributes }: XmlElement): string {
  if (attributes.escaped !== 'json') return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
