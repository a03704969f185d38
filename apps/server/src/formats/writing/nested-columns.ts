/** The keys that lead to the cell of a column in a nested item. */
export type ColumnPath = readonly [string, ...string[]];

/**
 * Nests columns: `prices.EUR` is the key `EUR` of `prices`. A column below another column becomes its sibling, under
 * the rest of its name: beside `prices.EUR`, `prices.EUR.cost` is the key `EUR.cost` of `prices`. Reading the items
 * gives the original names.
 */
export function nestColumns(columns: readonly string[]): ColumnPath[] {
  const all = new Set(columns);
  return columns.map((column) => {
    const keys = column.split('.');
    for (let taken = 1; taken < keys.length; taken++) {
      if (!all.has(keys.slice(0, taken).join('.'))) continue;
      return [...keys.slice(0, taken - 1), keys.slice(taken - 1).join('.')] as unknown as ColumnPath;
    }
    return keys as unknown as ColumnPath;
  });
}
