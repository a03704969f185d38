import type { Cell } from '../../../formats/index.ts';
import { joinList, splitList } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';

/** Replacements for the texts in a column's cells. */
export type ValueMap = Readonly<Record<string, string>>;

/** The map for a column, by its name in the file, otherwise by its target key. */
export function valueMapOf(
  { options: { valueMaps = {} } }: ImportPlan,
  name: string,
  key: string,
): ValueMap | undefined {
  if (Object.hasOwn(valueMaps, name)) return valueMaps[name];
  return Object.hasOwn(valueMaps, key) ? valueMaps[key] : undefined;
}

/** @param separator between the items of the cell; null when it holds one value. */
export function mapValue(cell: Cell, values: ValueMap, separator: string | null): Cell {
  if (Array.isArray(cell)) return cell.map((item: Cell) => mapValue(item, values, null) ?? null);
  if (typeof cell !== 'string' && typeof cell !== 'number' && typeof cell !== 'boolean') return cell;
  const text = String(cell).trim();
  if (Object.hasOwn(values, text)) return values[text];
  if (separator === null || !text.includes(separator)) return cell;
  const items = splitList(text, separator);
  const mapped = items.map((item) => (Object.hasOwn(values, item.trim()) ? values[item.trim()] : item) ?? item);
  return mapped.some((item, index) => item !== items[index]) ? joinList(mapped, separator) : cell;
}
