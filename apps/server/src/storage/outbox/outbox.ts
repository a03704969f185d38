import type { Transaction } from '../transaction/transaction.ts';

/** An event to be, as the change that causes it knows it. */
export interface OutboxEvent {
  /** UUIDv7; shown as `evt_…`. */
  readonly id: string;
  /** `product.updated`, `category.deleted`, … */
  readonly type: string;
  /** UUID of the record the event is about. */
  readonly subjectId: string;
  /** The product version the event's product is read from. */
  readonly subjectVersion?: number;
  readonly changedFields?: readonly string[];
  readonly previousStatus?: string;
  /** The data of an event without a version: a deletion, a category, an attribute. */
  readonly payload?: unknown;
}

/** Writes events in the transaction of their change: one statement however many there are. */
export async function appendEvents(
  tx: Transaction,
  workspaceId: string,
  events: readonly OutboxEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.run(tx.outbox.forOne, { events: JSON.stringify(events), at, workspaceId, trace: tx.savedTrace() });
}

/** Like {@link appendEvents}, for changes of several workspaces in one transaction. */
export async function appendEventsOfSeveral(
  tx: Transaction,
  events: readonly (OutboxEvent & { readonly workspaceId: string })[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.run(tx.outbox.forSeveral, { events: JSON.stringify(events), at, trace: tx.savedTrace() });
}
