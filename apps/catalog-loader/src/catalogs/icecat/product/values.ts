import type { AttributeValue } from '@product-content/contract';
import { decimalPlaces } from '@product-content/contract';
import { toNumber } from '../../../source/numbers.ts';
import { typeOf } from '../schema/attribute-types.ts';
import { type IcecatAttribute, listOf } from '../schema/read-schema.ts';
import { convert } from '../schema/units.ts';

/** A cell as a value of the contract, or the reason it is not one. */
export type ReadValue = { readonly value: AttributeValue } | { readonly problem: string };

/** Converts `\n` of the source, a line break written as two characters. */
export const readLineBreaks = (text: string): string => text.replaceAll('\\n', '\n');

/** @param unit the cell of the unit column, empty if there is none. */
export function toAttributeValue(attribute: IcecatAttribute, cell: string, unit: string): ReadValue {
  switch (typeOf(attribute)) {
    case 'integer':
    case 'decimal':
      return toNumericValue(attribute, cell, unit);
    case 'boolean':
      return cell === '1' || cell === '0' ? { value: cell === '1' } : { problem: 'is neither 0 nor 1' };
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(cell) ? { value: cell } : { problem: 'is not a date' };
    case 'select':
      return attribute.options.has(cell) ? { value: cell } : { problem: 'is not an option of the attribute' };
    case 'multiselect': {
      const codes = [...new Set(listOf(cell))];
      const isKnown = codes.every((code) => attribute.options.has(code));
      return isKnown ? { value: codes } : { problem: 'has an item that is not an option of the attribute' };
    }
    default:
      return { value: readLineBreaks(cell) };
  }
}

function toNumericValue(attribute: IcecatAttribute, cell: string, unit: string): ReadValue {
  const number = toNumber(cell);
  if (number === null) return { problem: 'is not a number' };
  if (typeOf(attribute) === 'integer' && !Number.isInteger(number)) return { problem: 'is not a whole number' };
  const value = attribute.unit === '' || unit === '' ? number : convert(number, unit, attribute.unit);
  if (value === null) return { problem: `cannot be converted from ${unit} to ${attribute.unit}` };
  return decimalPlaces(value) <= 4 ? { value } : { problem: 'has more than four decimals' };
}
