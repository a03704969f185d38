import type { Definitions, PlannedAttribute, PlannedCategory } from '../../load-plan.ts';
import { noDefinitions } from '../../load-plan.ts';
import { toCode } from '../../source/codes.ts';
import type { SourceRow } from '../../source/source-folder.ts';
import { type BrickColor, toColorAttribute } from './colors.ts';

/** Names of themes repeat under different parents, so codes are derived from the ids. */
export const themeCode = (id: string): string => `theme-${id}`;
export const partCategoryCode = (id: string): string => `part-category-${id}`;
export const materialCode = (name: string): string => toCode(name) ?? 'unnamed';

export interface BrickTables {
  readonly themes: readonly SourceRow[];
  readonly partCategories: readonly SourceRow[];
  readonly colors: ReadonlyMap<string, BrickColor>;
  readonly materials: ReadonlySet<string>;
}

export function toDefinitions({ themes, partCategories, colors, materials }: BrickTables): Definitions {
  const materialOptions = [...materials].map((label) => ({ code: materialCode(label), label }));
  const attributes: PlannedAttribute[] = [
    toColorAttribute(colors),
    { code: 'color_rgb', label: 'RGB', type: 'color' },
    { code: 'transparent', label: 'Transparent', type: 'boolean' },
    { code: 'element_id', label: 'Element', type: 'text', usableAsAxis: true },
    { code: 'design_id', label: 'Design', type: 'text' },
    { code: 'material', label: 'Material', type: 'select', options: materialOptions },
    { code: 'year', label: 'Year', type: 'integer' },
    { code: 'piece_count', label: 'Pieces', type: 'integer' },
  ];
  const partTypes = partCategories.map(({ cells: { id = '', name } }) => ({ code: partCategoryCode(id), name }));
  return { ...noDefinitions, attributes, categories: [...partTypes, ...toThemes(themes)] };
}

/** Parents first; the table has some of them after their children. */
function toThemes(rows: readonly SourceRow[]): PlannedCategory[] {
  const byId = new Map(rows.map((row) => [row.cells.id ?? '', row]));
  const ordered = new Map<string, PlannedCategory>();
  const add = (row: SourceRow, above: readonly string[]): void => {
    const { id = '', name, parent_id = '' } = row.cells;
    if (ordered.has(id) || above.includes(id)) return;
    const parent = byId.get(parent_id);
    if (parent !== undefined) add(parent, [...above, id]);
    ordered.set(id, { code: themeCode(id), name, ...(parent !== undefined && { parent: themeCode(parent_id) }) });
  };
  for (const row of rows) add(row, []);
  return [...ordered.values()];
}
