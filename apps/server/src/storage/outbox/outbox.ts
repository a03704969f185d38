import type { Transaction } from '../transaction/transaction.ts';

/** A new event, as created by a change. */
export interface OutboxEvent {
  /** UUIDv7; `evt_…` in public. */
  readonly id: string;
  /** `product.updated`, `category.deleted`, … */
  readonly type: string;
  /** UUID of the record the event is about. */
  readonly subjectId: string;
  /** The version of the product the event is about. */
  readonly subjectVersion?: number;
  readonly changedFields?: readonly string[];
  readonly previousStatus?: string;
  /** The data of an event without a product version: a deletion, a category, an attribute. */
  readonly payload?: unknown;
}

/**
 * Writes events in the transaction of their change, with one statement that is not waited for: see {@link
 * Transaction.send}.
 */
export function appendEvents(tx: Transaction, workspaceId: string, events: readonly OutboxEvent[], at: Date): void {
  if (events.length === 0) return;
  tx.send(tx.outbox.forOne, { events: JSON.stringify(events), at, workspaceId, trace: tx.savedTrace() });
}

/** Like {@link appendEvents}, for changes of several workspaces in one transaction. */
export function appendEventsOfSeveral(
  tx: Transaction,
  events: readonly (OutboxEvent & { readonly workspaceId: string })[],
  at: Date,
): void {
  if (events.length === 0) return;
  tx.send(tx.outbox.forSeveral, { events: JSON.stringify(events), at, trace: tx.savedTrace() });
}
