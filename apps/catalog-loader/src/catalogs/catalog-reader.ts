import type { LoadPlan, TargetWorkspace } from '../load-plan.ts';
import type { Ledger } from '../report/ledger.ts';

export interface ReadOptions {
  readonly folder: string;
  readonly workspace: TargetWorkspace;
  /** Counts each product row read, and records a finding for whatever is not loaded unchanged. */
  readonly ledger: Ledger;
  /** The base of relative image paths; without it they are kept as text attributes. */
  readonly imageBase?: string;
  /** The currency of prices without one. */
  readonly currency: string;
}

/** Reads one foreign format as a {@link LoadPlan}. */
export interface CatalogReader {
  /** The name on the command line. */
  readonly name: string;
  /** The files that distinguish it from other formats, for messages: `parts.csv with elements.csv`. */
  readonly files: string;
  /** True when the folder contains this format. */
  recognises(folder: string): Promise<boolean>;
  /** @throws Error when a table is missing or unreadable. */
  read(options: ReadOptions): Promise<LoadPlan>;
}
