/** Where the cell of a column stands in a nested item: the keys from the item to it. */
export type ColumnPath = readonly [string, ...string[]];

/**
 * Columns as places in a nested item: `prices.EUR` is the key `EUR` of `prices`. A column below another column stands
 * beside it, under what is left of its name: next to `prices.EUR`, `prices.EUR.cost` is the key `EUR.cost` of `prices`.
 * Read again, both have the name they had.
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
