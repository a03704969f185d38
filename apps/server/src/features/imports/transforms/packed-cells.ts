import { decodeHTMLStrict } from 'entities';

/** Values by the code of their attribute. */
export type PackedValues = ReadonlyMap<string, string>;

/**
 * Reads `size=XS,color=Black`. A comma inside a value is recognized because no `=` follows. Values are plain text, in
 * which entities such as `&trade;` stand for characters.
 */
export function unpackValues(cell: string): PackedValues {
  const values = new Map<string, string>();
  let last: string | null = null;
  for (const part of cell.split(',')) {
    const equals = part.indexOf('=');
    if (equals > 0) {
      last = part.slice(0, equals).trim();
      values.set(last, part.slice(equals + 1));
    } else if (last !== null) values.set(last, `${values.get(last)},${part}`);
  }
  for (const [name, text] of values) values.set(name, toPlainText(text));
  return values;
}

/** Reads `sku=A-XS,size=XS|sku=A-S,size=S`. */
export function unpackVariations(cell: string): PackedValues[] {
  return cell.split('|').flatMap((part) => {
    const values = unpackValues(part);
    return values.size === 0 ? [] : [values];
  });
}

/** The text of a cell that is not HTML but may contain HTML entities. */
export function toPlainText(cell: string): string {
  return decodeHTMLStrict(cell).trim();
}
