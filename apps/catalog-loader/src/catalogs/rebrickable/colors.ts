import type { PlannedAttribute } from '../../load-plan.ts';
import { CodeBook } from '../../source/codes.ts';
import type { SourceRow } from '../../source/source-folder.ts';

export interface BrickColor {
  readonly code: string;
  readonly name: string;
  /** For example `#05131D`. */
  readonly rgb: string | null;
  readonly transparent: boolean;
}

/** Colours by id. Codes are derived from the names, because an id such as -1 is not a valid code. */
export function readColors(rows: readonly SourceRow[]): Map<string, BrickColor> {
  const codes = new CodeBook();
  return new Map(
    rows.map(({ cells: { id = '', name = '', rgb = '', is_trans } }) => [
      id,
      {
        code: codes.codeOf(id, name),
        name,
        rgb: /^[0-9A-Fa-f]{6}$/.test(rgb) ? `#${rgb.toUpperCase()}` : null,
        transparent: is_trans === 'True',
      },
    ]),
  );
}

export function toColorAttribute(colors: ReadonlyMap<string, BrickColor>): PlannedAttribute {
  const options = [...colors.values()].map(({ code, name }) => ({ code, label: name }));
  return { code: 'color', label: 'Color', type: 'select', usableAsAxis: true, options };
}
