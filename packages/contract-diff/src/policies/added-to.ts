/** The names only the later list has, sorted. */
export function addedTo(before: readonly string[] = [], after: readonly string[] = []): string[] {
  return after.filter((name) => !before.includes(name)).sort();
}
