import { decodeHTMLStrict } from 'entities';

/** The plain text of a cell, for fields that are not HTML: entities such as `&trade;` are decoded. */
export const toPlainText = (cell: string): string => decodeHTMLStrict(cell).trim();

/**
 * Parses `size=XS,color=Black` to values by code. A comma inside a value is recognized because no `=` follows. Values
 * are plain text.
 */
export function parsePacked(cell: string): Map<string, string> {
  const values = new Map<string, string>();
  let last: string | null = null;
  for (const part of cell === '' ? [] : cell.split(',')) {
    const at = part.indexOf('=');
    if (at > 0) {
      last = part.slice(0, at).trim();
      values.set(last, toPlainText(part.slice(at + 1)));
    } else if (last !== null) values.set(last, `${values.get(last)},${toPlainText(part)}`);
  }
  return values;
}

/** The items of a list value: `Indoor|Warm`. */
export const membersOf = (value: string): string[] => [
  ...new Set(
    value
      .split('|')
      .map((member) => member.trim())
      .filter(Boolean),
  ),
];

/** A variant as named in its parent's `configurable_variations` cell. */
export interface NamedVariant {
  readonly sku: string;
  /** Values of the axes by attribute code. */
  readonly axes: ReadonlyMap<string, string>;
}

/** Parses `sku=A-XS,size=XS,color=Black|sku=A-S,…`. Parts without a SKU are left out. */
export function parseVariations(cell: string): NamedVariant[] {
  return cell.split('|').flatMap((part) => {
    const axes = parsePacked(part);
    const sku = axes.get('sku') ?? '';
    axes.delete('sku');
    return sku === '' ? [] : [{ sku, axes }];
  });
}
