import { escapeUnit, escapeUnits, unescapeUnits } from './escaped-units.ts';

/** XML 1.0 §2.3, NameStartChar without the colon, and NameChar. */
const start =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const notInName = new RegExp(`[^${start}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-]`, 'gu');
const notFirst = new RegExp(`^[^${start}]`, 'u');

/** The document of a table: `<products><product>…`. */
export const rootName = 'products';
export const itemName = 'product';

/** Children with this name make their parent a list, so no column may have it. */
export const listItemName = 'item';

/** Stands for an empty name. */
const emptyName = '_';

/**
 * Converts the name of a column to the name of an element; characters that XML does not allow in a name are escaped.
 * Names that begin with `xml` are reserved.
 *
 * @example
 * encodeXmlName('3d ready'); // '_x0033_d_x0020_ready'
 */
export function encodeXmlName(name: string): string {
  if (name === '') return emptyName;
  const encoded = escapeUnits(name, notInName);
  const unfit = notFirst.test(encoded) || /^xml/i.test(encoded) || encoded === listItemName || encoded === emptyName;
  return unfit ? escapeUnit(encoded) + encoded.slice(1) : encoded;
}

export function decodeXmlName(name: string): string {
  return name === emptyName ? '' : unescapeUnits(name);
}
