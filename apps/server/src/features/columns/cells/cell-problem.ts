import type { AttributeType } from '@product-content/contract';

/** A record a cell names that the workspace does not have. */
export type MissingRecord = {
  readonly name: string;
  /** Made of the name. Where a record of another name has it, a distinct one is made of the identity. */
  readonly code: string;
  /** Equal for names that are one record, among those of its kind and attribute. */
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

/** What a missing category is to stand below: one that exists, by its code, or that is missing too; null for a root. */
export type MissingParent = { readonly code: string } | { readonly identity: string } | null;

export interface CellProblemOptions {
  /** Records that would make the cell right if they existed. */
  readonly missing?: readonly MissingRecord[];
  /** Dotted path of the field the cell is about, where that is not the column's. */
  readonly field?: string;
}

/** Why a cell cannot be taken over. */
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
