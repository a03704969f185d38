/** Numbers of products by the UUID of what they are counted under; what has none is left out. */
export type CountsById = ReadonlyMap<string, number>;

/** Counts the products of all categories, or of all collections, of a workspace. */
export interface ProductCounts {
  of(workspaceId: string): Promise<CountsById>;
}
