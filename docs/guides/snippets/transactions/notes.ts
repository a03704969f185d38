import type { TransactionRunner } from '@contract-kit/middleware/postgres';

/** What the recipes beside this file make: a table `note` and the transactions that idempotency joins. */
export interface Notes {
  readonly transaction: TransactionRunner;
  /** Adds a row: in the running transaction when there is one. */
  add(label: string): Promise<void>;
  close(): Promise<void>;
}
