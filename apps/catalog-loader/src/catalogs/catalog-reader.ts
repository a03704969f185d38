import type { LoadPlan, TargetWorkspace } from '../load-plan.ts';
import type { Ledger } from '../report/ledger.ts';

export interface ReadOptions {
  readonly folder: string;
  readonly workspace: TargetWorkspace;
  /** Gets a count of each product row read and a finding for whatever is not loaded as it stands. */
  readonly ledger: Ledger;
  /** Where relative image paths begin; without it they are kept as text attributes. */
  readonly imageBase?: string;
  /** The currency of prices that come without one. */
  readonly currency: string;
}

/** Reads one foreign format as a {@link LoadPlan}. */
export interface CatalogReader {
  /** Name on the command line. */
  readonly name: string;
  /** The files that tell it from the others, for messages: `parts.csv with elements.csv`. */
  readonly files: string;
  /** True when the folder holds this format. */
  recognises(folder: string): Promise<boolean>;
  /** @throws Error when a table is missing or unreadable. */
  read(options: ReadOptions): Promise<LoadPlan>;
}
