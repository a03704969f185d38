import type { CompletenessDetails, ProductInput } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import type { ProductDocument } from '../state/product-document.ts';

/** Changes to one price; null removes a value, and a null amount the whole price. */
export interface PricePatch {
  readonly amount?: number | null;
  readonly compareAt?: number | null;
  readonly cost?: number | null;
}

/** One product to save. */
export interface SaveCommand {
  /** Id or SKU of the product; an id match wins. */
  readonly reference: string;
  /** Set when the reference is always a SKU, even if it looks like an id. */
  readonly by?: 'sku';
  readonly input: ProductInput;
  /** Prices by currency; unlike `input.prices`, other currencies are not affected. */
  readonly prices?: Readonly<Record<string, PricePatch>>;
  /** Values of a new product that the input does not set. */
  readonly whenCreated?: Omit<ProductInput, 'prices' | 'expectedVersion'> & {
    readonly prices?: Readonly<Record<string, PricePatch>>;
  };
  /** SKUs that associations may name although their products do not exist yet, because they are about to be saved. */
  readonly announced?: readonly string[];
  /** merge: the rules of PATCH. replace: the rules of PUT. */
  readonly mode: 'merge' | 'replace';
  readonly whenMissing: 'create' | 'not_found';
  /** keep: the product is not changed. */
  readonly whenExisting: 'change' | 'conflict' | 'keep';
  /** Set when the content comes from an earlier version. */
  readonly event?: 'restored';
}

/** The outcome of a {@link SaveCommand}. */
export interface SavedProduct {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** UUID. */
  readonly id: string;
  readonly document: ProductDocument;
  readonly details: CompletenessDetails;
  /** What was left out of an earlier version. */
  readonly leftOut?: FieldProblems | undefined;
}
