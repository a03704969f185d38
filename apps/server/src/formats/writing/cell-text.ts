import type { Cell } from '../table.ts';

/** A cell in a format that only has text. Lists and objects become JSON; undefined and null become empty text. */
export function toCellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
