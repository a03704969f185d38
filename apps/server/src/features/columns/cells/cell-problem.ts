import type { AttributeType } from '@product-content/contract';

/** A record that a cell names and the workspace does not have. */
export type MissingRecord = {
  readonly name: string;
  /** Derived from the name. If a record with another name has this code, the identity gives a distinct one. */
  readonly code: string;
  /** Equal for names of the same record, among records of its kind and attribute. */
  readonly identity: string;
} & (
  | {
      readonly kind: 'attribute';
      readonly type: AttributeType;
      readonly isAxis: boolean;
      readonly isNamedInCell?: true;
    }
  | { readonly kind: 'option'; readonly attribute: string }
  | { readonly kind: 'collection' }
  | { readonly kind: 'category'; readonly parent: MissingParent }
);

/** The parent of a missing category: an existing one by code, or another missing one; null for a root. */
export type MissingParent = { readonly code: string } | { readonly identity: string } | null;

export interface CellProblemOptions {
  /** Records whose creation would make the cell valid. */
  readonly missing?: readonly MissingRecord[];
  /** Dotted path of the field the cell sets, if it is not the column's. */
  readonly field?: string;
}

/** Why a cell cannot be imported. */
export class CellProblem {
  readonly message: string;
  readonly missing: readonly MissingRecord[];
  readonly field: string | null;

  constructor(message: string, { missing = [], field }: CellProblemOptions = {}) {
    this.message = message;
    this.missing = missing;
    this.field = field ?? null;
  }
}
