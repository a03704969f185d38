import type { SaxesTagPlain } from 'saxes';
import type { CellValue } from '../../table.ts';
import { decodeXmlName, listItemName } from '../../xml-names.ts';

/** An element of an item that is being read. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** An item whose content does not fit into cells. */
export class MixedContent extends Error {}

const none: XmlElement['attributes'] = Object.create(null);

/** @param attributes number of them. Elements without any share one object: an item may have tens of thousands. */
export const toElement = (tag: SaxesTagPlain, attributes: number): XmlElement => ({
  name: tag.name,
  attributes: attributes === 0 ? none : tag.attributes,
  children: [],
  text: '',
});

/**
 * Converts an element to a value: `xsi:nil` to null, an element without children to its text, one whose children are
 * all named `item` to a list, any other to an object. A repeated child becomes a list under its name. An attribute
 * becomes a value named by `@` and its name: `price@currency` beside the text of `<price currency="EUR">`, `@id` in an
 * object, with the text of the element as its `value`.
 *
 * @throws {MixedContent} when an element has text between child elements.
 */
export function toValue(element: XmlElement): CellValue {
  if (element.attributes === none) return toContent(element);
  if (element.attributes['xsi:nil'] === 'true') return null;
  const attributes = ownAttributes(element);
  const content = toContent(element);
  if (attributes.length === 0) return content;
  const isObject = typeof content === 'object' && !Array.isArray(content);
  const inner = isObject ? Object.entries(content as object) : content === '' ? [] : [['value', content]];
  return Object.fromEntries([...attributes, ...inner]);
}

/** The value of an element without its attributes. */
function toContent(element: XmlElement): CellValue {
  const { name, children, text } = element;
  if (children.length === 0) return textOf(element);
  if (text.trim() !== '') {
    throw new MixedContent(`The element <${name}> has text between its elements; put markup into CDATA or escape it.`);
  }
  if (children.every((child) => child.name === listItemName)) return children.map(toValue);
  return Object.fromEntries(toEntries(children));
}

/**
 * Attributes of a child that occurs once become separate keys: `<price currency="EUR">1</price>` → `price`,
 * `price@currency`.
 */
function toEntries(children: readonly XmlElement[]): [string, CellValue][] {
  const byName = Map.groupBy(children, ({ name }) => name);
  return [...byName].flatMap(([encoded, elements]): [string, CellValue][] => {
    const name = decodeXmlName(encoded);
    const [first] = elements as [XmlElement];
    if (elements.length > 1) return [[name, elements.map(toValue)]];
    if (first.attributes === none) return [[name, toContent(first)]];
    const attributes = ownAttributes(first).map(([key, value]): [string, CellValue] => [name + key, value]);
    if (attributes.length === 0) return [[name, toValue(first)]];
    const content = toContent(first);
    return content === '' ? attributes : [[name, content], ...attributes];
  });
}

/** The attributes that are content, named by `@`, without those that say how to read the element. */
function ownAttributes({ attributes }: XmlElement): [string, string][] {
  const own = Object.entries(attributes).filter(([name]) => name !== 'escaped' && !/^(xmlns|xml|xsi)(:|$)/.test(name));
  return own.map(([name, value]) => [`@${decodeXmlName(name)}`, value]);
}

/** Text with characters XML cannot represent is escaped as in JSON, which an attribute declares. */
function textOf({ text, attributes }: XmlElement): string {
  if (attributes.escaped !== 'json') return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
