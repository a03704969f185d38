import type { Cell } from '../table.ts';

/** A cell where there are only texts. Lists and objects become their JSON; nothing and null nothing. */
export function toCellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
