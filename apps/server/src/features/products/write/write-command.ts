import type { CompletenessDetails, ProductInput } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import type { ProductDocument } from '../state/product-document.ts';

/** The amounts of one currency a command sets; null removes one, and a null amount the whole price. */
export interface PricePatch {
  readonly amount?: number | null;
  readonly compareAt?: number | null;
  readonly cost?: number | null;
}

/** One product to save. */
export interface SaveCommand {
  /** Id or SKU of the product; an id match wins. */
  readonly reference: string;
  /** Set where the reference is a SKU and nothing else, however much it reads like an id. */
  readonly by?: 'sku';
  readonly input: ProductInput;
  /** Prices by currency that leave the product's other ones alone, unlike `input.prices`. */
  readonly prices?: Readonly<Record<string, PricePatch>>;
  /** What a new product has unless the input says otherwise. */
  readonly whenCreated?: Omit<ProductInput, 'prices' | 'expectedVersion'> & {
    readonly prices?: Readonly<Record<string, PricePatch>>;
  };
  /** SKUs that associations may name before their products exist, because they are about to be saved. */
  readonly announced?: readonly string[];
  /** merge: the rules of PATCH. replace: the rules of PUT. */
  readonly mode: 'merge' | 'replace';
  readonly whenMissing: 'create' | 'not_found';
  /** keep: the product stays as it is. */
  readonly whenExisting: 'change' | 'conflict' | 'keep';
  /** Set when the content is that of an earlier version. */
  readonly event?: 'restored';
}

/** What became of a {@link SaveCommand}. */
export interface SavedProduct {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** UUID. */
  readonly id: string;
  readonly document: ProductDocument;
  readonly details: CompletenessDetails;
  /** What of an earlier version was left out. */
  readonly leftOut?: FieldProblems | undefined;
}
