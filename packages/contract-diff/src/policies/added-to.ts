/** What the later list has and the earlier one has not, sorted: the order of names means nothing. */
export function addedTo(before: readonly string[] = [], after: readonly string[] = []): string[] {
  return after.filter((name) => !before.includes(name)).sort();
}
