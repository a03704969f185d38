/** A small response takes a record, an entry of an index or two, and often a block of a disk. Bytes. */
const leastCounted = 16 * 1024;

/** What a stored response counts towards the budget of its scope, in bytes. So a budget is a number of records, too. */
export function countedBytes(storedBytes: number): number {
  return Math.max(leastCounted, storedBytes);
}

/** @throws RangeError unless a store may keep something. */
export function assertBudget(budgetBytes: number): void {
  if (!(budgetBytes >= 1)) throw new RangeError('budgetBytes is at least 1.');
}
