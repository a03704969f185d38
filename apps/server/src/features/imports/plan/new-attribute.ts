import { attributeTypes, newAttributeTarget } from '@product-content/contract';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { foldName, type NewAttribute, toCode, toDistinctCode } from '../../columns/index.ts';

/** Reads the target of a column; null when it is not `__new_attribute__:<type>`, a text when something is wrong with it. */
export type NewAttributeReader = (column: string, target: string) => NewAttribute | string | null;

/**
 * Makes the reader of the targets `__new_attribute__:<type>` of a file. Columns whose headers lead to one code get
 * different ones, as does a header that leads to the code of an attribute with another label. The reader is to be asked
 * for all columns in the order of the file, so that they always get the same codes.
 */
export function createNewAttributeReader(catalog: CatalogSnapshot): NewAttributeReader {
  const columns = new Map<string, string>();
  const isTaken = (code: string, column: string): boolean => {
    const user = columns.get(code);
    if (user !== undefined) return user !== column;
    const existing = catalog.attribute(code);
    if (existing === undefined || existing.label === code || foldName(existing.label) === foldName(column))
      return false;
    return toCode(existing.label) === code;
  };
  return (column, target) => {
    if (!target.startsWith(newAttributeTarget)) return null;
    const name = target.slice(newAttributeTarget.length);
    const type = attributeTypes.find((known) => known === name);
    if (type === undefined) return `The type of a new attribute must be one of ${attributeTypes.join(', ')}.`;
    const made = toCode(column);
    if (made === null) return 'No code can be made of this header: create the attribute first.';
    const code = isTaken(made, column) ? toDistinctCode(made, foldName(column)) : made;
    columns.set(code, column);
    return { code, type, label: column };
  };
}
