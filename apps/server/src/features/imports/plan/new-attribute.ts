import { attributeTypes, newAttributeTarget, newAxisTarget } from '@product-content/contract';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { foldName, type NewAttribute, toCode, toDistinctCode } from '../../columns/index.ts';

/** Whether the target of a column is an attribute that may not exist yet. */
export function isNewAttribute(target: string): boolean {
  return target.startsWith(newAttributeTarget) || target.startsWith(newAxisTarget);
}

/**
 * The label of an attribute created for a column: without the prefix of Google's files, and the mark of XML attributes.
 */
export function toLabel(column: string): string {
  return column.replace(/^(?:[cg]:|@)(?=.)/i, '');
}

/** Reads the target of a column; null when {@link isNewAttribute} is false, a text when something is wrong with it. */
export type NewAttributeReader = (column: string, target: string) => NewAttribute | string | null;

/**
 * Makes the reader for the targets `__new_attribute__:<type>` of a file. Columns whose headers lead to the same code
 * get different ones, as does a header that leads to the code of an attribute with another label. Call the reader for
 * all columns in file order, so that they always get the same codes.
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
    if (!isNewAttribute(target)) return null;
    const isAxis = target.startsWith(newAxisTarget);
    const name = target.slice((isAxis ? newAxisTarget : newAttributeTarget).length);
    const type = attributeTypes.find((known) => known === name);
    if (type === undefined) return `The type of a new attribute must be one of ${attributeTypes.join(', ')}.`;
    const label = toLabel(column);
    const made = toCode(label);
    if (made === null) return 'No code can be derived from this header: create the attribute first.';
    const code = isTaken(made, label) ? toDistinctCode(made, foldName(label)) : made;
    columns.set(code, label);
    return { code, type, label, isAxis };
  };
}
