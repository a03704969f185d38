/** A record a cell names that the workspace does not have. */
export type MissingRecord =
  | { readonly kind: 'collection'; readonly name: string }
  | {
      readonly kind: 'category';
      readonly name: string;
      readonly code: string;
      /** Code of the category it is to stand below; null for a root. */
      readonly parent: string | null;
    }
  | { readonly kind: 'option'; readonly attribute: string; readonly name: string };

/** Why a cell cannot be taken over. */
export class CellProblem {
  readonly message: string;
  /** Set when the cell would be right if these records existed. */
  readonly missing: readonly MissingRecord[];

  constructor(message: string, missing: readonly MissingRecord[] = []) {
    this.message = message;
    this.missing = missing;
  }
}
