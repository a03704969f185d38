/** How the list of a collection's products differs from the one before (API behavior 7.9). */
export interface MembershipChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Products in both whose place among those in both is another one. */
  readonly moved: number;
  readonly changed: boolean;
}

/** Compares two lists of products, each without repeats. */
export function compareMembers(before: readonly string[], after: readonly string[]): MembershipChange {
  const earlier = new Set(before);
  const later = new Set(after);
  const added = after.filter((id) => !earlier.has(id));
  const removed = before.filter((id) => !later.has(id));
  const stayedBefore = before.filter((id) => later.has(id));
  const stayedAfter = after.filter((id) => earlier.has(id));
  const moved = stayedAfter.filter((id, place) => id !== stayedBefore[place]).length;
  const changed = before.length !== after.length || before.some((id, place) => id !== after[place]);
  return { added, removed, moved, changed };
}
